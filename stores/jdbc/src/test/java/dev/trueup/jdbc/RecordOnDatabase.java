package dev.trueup.jdbc;

import dev.trueup.store.DriftHistory;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.record.DriftHistorySuite;
import dev.trueup.testkit.record.RepairLogSuite;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The record in a SQL database. */
abstract class RecordOnDatabase implements RepairLogSuite, DriftHistorySuite {
  private final List<JdbcRepairLog> logs = new ArrayList<>();
  private TestDatabase server;
  private Database database;

  abstract DatabaseKind kind();

  @BeforeEach
  void openDatabase() {
    server = Servers.of(kind()).newDatabase();
    database = OnEveryDatabase.openStore(server);
  }

  @AfterEach
  void closeDatabase() {
    logs.forEach(JdbcRepairLog::close);
    database.close();
    server.close();
  }

  @Override
  public RepairLog anotherLog() {
    JdbcRepairLog log = new JdbcRepairLog(database);
    logs.add(log);
    return log;
  }

  @Override
  public void end(RepairLog log) {
    ((JdbcRepairLog) log).close();
  }

  @Override
  public DriftHistory history() {
    return new JdbcDriftHistory(database);
  }
}
