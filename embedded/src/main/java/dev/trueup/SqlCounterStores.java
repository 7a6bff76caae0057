package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.Datasource;
import dev.trueup.counter.Counter;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.store.CounterStore;
import java.util.Optional;
import java.util.random.RandomGenerator;

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
  public CounterStore open(CounterConfig.Rows rows) {
    return new JdbcCounterStore(databases.store(rows.store()), databases.sqlLog(), random);
  }

  @Override
  public Optional<CounterStore> existing(CounterConfig.Rows rows, Counter counter) {
    if (!databases.hasStore(rows.store())) {
      return Optional.empty();
    }
    JdbcRepairLog log = databases.existingLog() instanceof JdbcRepairLog inSql ? inSql : null;
    return Optional.of(new JdbcCounterStore(databases.existingStore(rows.store()), log, random));
  }
}
