package dev.trueup;

import dev.trueup.config.Datasource;
import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import dev.trueup.mongodb.managed.MongoCounterStore;
import dev.trueup.store.CounterStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Managed counters in MongoDB; their record of repairs is in the store of the configuration. */
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
  public CounterStore open(@Nullable String datasource) {
    return store(datasource);
  }

  @Override
  public Optional<CounterStore> existing(@Nullable String datasource, Counter counter) {
    MongoCounterStore store = store(datasource);
    return store.isEnabled(counter) ? Optional.of(store) : Optional.empty();
  }

  private MongoCounterStore store(@Nullable String datasource) {
    if (datasource == null) {
      throw new BadRequestException(
          "MongoDB keeps counters, not yet the record of repairs. Let `store` of the whole"
              + " configuration be a SQL database or left out, and name MongoDB as the `store` of a"
              + " counter.");
    }
    return new MongoCounterStore(databases.documents(datasource), MongoCounterStore.SHARDS_DEFAULT);
  }
}
