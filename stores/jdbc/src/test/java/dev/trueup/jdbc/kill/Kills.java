package dev.trueup.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.process.ChildJvm;
import dev.trueup.testkit.servers.TestDatabase;
import dev.trueup.testkit.time.RealWaiter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the kill tests share. */
final class Kills {
  /** How often a working JVM is killed in each test; in full length for the whole check. */
  static final int COUNT = Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 50 : 4;

  /** How long a child may take to start and to come to the awaited point. */
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int PAGE = 1_000;

  private Kills() {}

  static ChildJvm start(Class<?> main, TestDatabase app, TestDatabase store) {
    return ChildJvm.start(
        main,
        List.of(
            "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
        app.url(),
        store.url(),
        app.username(),
        app.password());
  }

  /** Kills it up to 15 ms after it said so: before, in and after what it does next. */
  static void kill(ChildJvm child, String said, Random random) {
    child.awaitLine(said, PATIENCE);
    new RealWaiter().waitFor(Duration.ofNanos(random.nextInt(15_000_000)));
    child.kill();
  }

  static Database open(String name, TestDatabase database) {
    return Database.open(
        DatabaseSettings.of(name, database.url(), database.username(), database.password()));
  }

  /**
   * Waits until the database has noticed that the child is dead and lets its repair be named
   * interrupted, as the next repairer would. Empty if it had ended its repair before it died.
   */
  static List<Repair> interrupted(JdbcRepairLog log) {
    RealWaiter waiter = new RealWaiter();
    List<Repair> interrupted = new ArrayList<>();
    for (int tries = 0; tries < 600 && !log.inState(Repair.State.OPEN, 1).isEmpty(); tries++) {
      interrupted.addAll(log.interruptAbandoned(InstantSource.system().instant()));
      if (!log.inState(Repair.State.OPEN, 1).isEmpty()) {
        waiter.waitFor(Duration.ofMillis(100));
      }
    }
    assertThat(log.inState(Repair.State.OPEN, 1)).isEmpty();
    return interrupted;
  }

  static List<RepairEntry> entries(RepairLog log, String repairId) {
    List<RepairEntry> all = new ArrayList<>();
    List<RepairEntry> page = log.entries(repairId, null, null, PAGE);
    while (!page.isEmpty()) {
      all.addAll(page);
      RepairEntry last = page.get(page.size() - 1);
      page = log.entries(repairId, last.counter(), last.subject(), PAGE);
    }
    return all;
  }

  /** A value by subject. */
  static SortedMap<Integer, Long> values(TestDatabase database, String sql) {
    SortedMap<Integer, Long> values = new TreeMap<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        values.put(row.getInt(1), row.getLong(2));
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException("Could not read: " + sql, e);
    }
  }
}
