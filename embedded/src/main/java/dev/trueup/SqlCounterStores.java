package dev.trueup;

import dev.trueup.config.Datasource;
import dev.trueup.counter.Counter;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.store.CounterStore;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Managed counters in SQL databases; where the record is there too, both are one write. */
final class SqlCounterStores implements CounterStores {
  private final Databases databases;
  private final RandomGenerator random;

  SqlCounterStores(Databases databases, RandomGenerator random) {
    this.databases = databases;
    this.random = random;
  }

  @Override
  public Datasource.Kind kind() {
    return Datasource.Kind.JDBC;
  }

  @Override
  public CounterStore open(@Nullable String datasource) {
    return new JdbcCounterStore(databases.store(datasource), databases.log(), random);
  }

  @Override
  public Optional<CounterStore> existing(@Nullable String datasource, Counter counter) {
    if (!databases.hasStore(datasource)) {
      return Optional.empty();
    }
    JdbcRepairLog log = new JdbcRepairLog(databases.existingStore(null));
    return Optional.of(new JdbcCounterStore(databases.existingStore(datasource), log, random));
  }
}
