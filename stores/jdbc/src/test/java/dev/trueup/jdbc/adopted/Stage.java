package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import dev.trueup.testkit.time.ManualWaiter;
import dev.trueup.testkit.time.SettableClock;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** An application's database with Trueup's store in it, a clock moved by hand, and a repairer. */
final class Stage implements AutoCloseable {
  final TestDatabase server;
  final Database database;
  final JdbcRepairLog log;
  final AdoptedDatabases places;
  final SettableClock clock = SettableClock.inTheFuture();
  final ManualWaiter waiter = new ManualWaiter(clock);
  final AdoptedRepairs repairs;

  Stage(DatabaseKind kind, String... statements) {
    server = Servers.of(kind).newDatabase();
    server.execute(statements);
    database = OnEveryDatabase.openStore(server);
    log = new JdbcRepairLog(database);
    places = new AdoptedDatabases(Map.of("app", database), log);
    repairs = new AdoptedRepairs(log, clock, waiter);
  }

  AuditReport audit(AdoptedCounter counter) {
    return AdoptedAudits.audit(counter, places.place(counter).place(), 1_000);
  }

  /** The drifting subjects, as {@code 6: 2 / 1}. */
  static List<String> drifts(AuditReport report) {
    return report.drifts().stream()
        .map(
            found ->
                found.subject() + ": " + found.counted() + " / " + found.truth().toPlainString())
        .sorted()
        .toList();
  }

  RepairReport repair(AdoptedCounter... counters) {
    return repair(Arrays.stream(counters).map(places::place).toArray(PlacedCounter[]::new));
  }

  RepairReport repair(PlacedCounter... counters) {
    return repairs.repair(List.of(counters), RepairOptions.DEFAULT, Watch.NONE);
  }

  static long corrected(RepairReport report) {
    return report.counters().stream().mapToLong(RepairReport.CounterRepair::corrected).sum();
  }

  UndoReport undo(@Nullable String repairId, AdoptedCounter... counters) {
    Map<String, PlacedCounter> byName =
        Arrays.stream(counters)
            .map(places::place)
            .collect(Collectors.toMap(PlacedCounter::name, Function.identity()));
    return repairs.undo(Objects.requireNonNull(repairId), byName, Duration.ZERO, Watch.NONE);
  }

  /** The first two columns of a query, as text. */
  Map<String, String> pairs(String query) {
    Map<String, String> pairs = new LinkedHashMap<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        pairs.put(rows.getString(1), String.valueOf(rows.getString(2)));
      }
      return pairs;
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  /** Row and counter in one transaction, as a careful application does. */
  void together(String... statements) {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String sql : statements) {
        statement.execute(sql);
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(String.join("; ", statements), e);
    }
  }

  @Override
  public void close() {
    log.close();
    database.close();
    server.close();
  }
}
