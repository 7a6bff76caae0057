package dev.trueup.jdbc.managed;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.compatibility.CounterStoreCompatibility;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The compatibility suite on one database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreOnDatabase extends CounterStoreCompatibility {
  private final DatabaseKind kind;
  private TestDatabase server;
  private Database database;
  private JdbcRepairLog log;

  StoreOnDatabase(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void openDatabase() {
    server = Servers.of(kind).newDatabase();
    database = OnEveryDatabase.openStore(server);
    log = new JdbcRepairLog(database);
  }

  @AfterAll
  void closeDatabase() {
    log.close();
    database.close();
    server.close();
  }

  @Override
  protected CounterStore openStore() {
    return new JdbcCounterStore(database, log, RandomGenerator.getDefault());
  }

  @Override
  protected RepairLog repairLog() {
    return log;
  }
}
