package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.Datasource;
import dev.trueup.counter.Counter;
import dev.trueup.mongodb.managed.MongoCounterStore;
import dev.trueup.store.CounterStore;
import java.util.Optional;

/** Managed counters in MongoDB; their record of repairs is a write of its own. */
final class MongoCounterStores implements CounterStores {
  private final Databases databases;

  MongoCounterStores(Databases databases) {
    this.databases = databases;
  }

  @Override
  public Datasource.Kind kind() {
    return Datasource.Kind.MONGODB;
  }

  @Override
  public CounterStore open(CounterConfig.Rows rows) {
    return store(rows);
  }

  @Override
  public Optional<CounterStore> existing(CounterConfig.Rows rows, Counter counter) {
    MongoCounterStore store = store(rows);
    return store.isEnabled(counter) ? Optional.of(store) : Optional.empty();
  }

  private MongoCounterStore store(CounterConfig.Rows rows) {
    return new MongoCounterStore(
        databases.documents(databases.ownStore(rows.store())), rows.shards());
  }
}
