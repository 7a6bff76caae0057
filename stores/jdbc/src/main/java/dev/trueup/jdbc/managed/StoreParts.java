package dev.trueup.jdbc.managed;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What a store is put together from; each part works inside a transaction that it is given. */
record StoreParts(
    CounterTable counters,
    HeadStore heads,
    ChangeTable changes,
    CellTable cells,
    Acceptance acceptance,
    Installation installation,
    Readings readings) {

  static StoreParts of(Database database, @Nullable JdbcRepairLog log, RandomGenerator random) {
    StoreSql statements = new StoreSql(database.words());
    Among among = new Among(database.dialect());
    CounterTable counters = new CounterTable(database);
    HeadStore heads = new HeadStore(database, among, statements, random);
    ChangeTable changes = new ChangeTable(among, statements);
    CellTable cells = new CellTable(among, statements);
    return new StoreParts(
        counters,
        heads,
        changes,
        cells,
        new Acceptance(counters, heads, changes, cells),
        new Installation(counters, heads, changes, cells, log),
        new Readings(among, changes));
  }
}
