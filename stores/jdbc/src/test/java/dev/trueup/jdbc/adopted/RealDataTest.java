package dev.trueup.jdbc.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Verdict;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counters stored by real applications, beside the rows they count. */
class RealDataTest {
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void stack_exchange_counters_agree_with_their_rows(DatabaseKind kind) {
    Map<String, Long> checked =
        Map.of("se-conlang-meta", 533L, "se-french-meta", 2_204L, "se-bicycles-meta", 3_892L);
    checked.forEach(
        (set, subjects) ->
            on(
                kind,
                database -> RealCounters.stackExchange(database, set),
                (run, counters) -> {
                  List<AuditReport> reports = run.audit(counters);
                  assertThat(subjects(reports)).isEqualTo(subjects);
                  assertThat(drifts(reports)).isEmpty();
                }));
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void votes_for_posts_that_are_gone_are_listed_and_no_drift(DatabaseKind kind) {
    on(
        kind,
        database -> RealCounters.stackExchange(database, "se-conlang-meta"),
        (run, counters) -> {
          AuditReport score = run.audit(counters).get(2);
          assertThat(score.verdicts().get(Verdict.MISSING)).isPositive();
          assertThat(score.listed()).allMatch(finding -> finding.verdict() == Verdict.MISSING);
        });
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void gitea_has_one_wrong_counter_of_914(DatabaseKind kind) {
    on(
        kind,
        RealCounters::gitea,
        (run, counters) -> {
          List<AuditReport> reports = run.audit(counters);
          assertThat(subjects(reports)).isEqualTo(914);
          assertThat(drifts(reports)).containsExactly("topic.repo_count 6: 2 / 1");
          run.repairAndUndo(counters, "topic.repo_count");
        });
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void rails_has_three_wrong_counters_and_nulls_beside_no_rows_are_no_drift(DatabaseKind kind) {
    on(
        kind,
        RealCounters::rails,
        (run, counters) -> {
          List<AuditReport> reports = run.audit(counters);
          assertThat(subjects(reports)).isEqualTo(27);
          assertThat(drifts(reports))
              .containsExactlyInAnyOrder(
                  "post.comments 5: 2 / 3", "post.tags 7: 3 / 0", "post.tags 8: 1 / 3");
          assertThat(reports.get(0).verdicts().get(Verdict.NULL)).isEqualTo(6);
          assertThat(reports.get(1).verdicts().get(Verdict.NULL)).isEqualTo(4);
          assertThat(reports.get(2).verdicts().get(Verdict.NULL)).isEqualTo(2);
          assertThat(reports.get(2).factsWithoutSubject()).isEqualTo(3);
          run.repairAndUndo(counters, "post.comments", "post.tags");
        });
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void chinook_totals_agree_to_the_cent(DatabaseKind kind) {
    on(
        kind,
        RealCounters::chinook,
        (run, counters) -> {
          List<AuditReport> reports = run.audit(counters);
          assertThat(subjects(reports)).isEqualTo(412);
          assertThat(drifts(reports)).isEmpty();
        });
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void adventureworks_is_wrong_exactly_where_its_decimals_say_so(DatabaseKind kind) {
    on(
        kind,
        RealCounters::adventureWorks,
        (run, counters) -> {
          List<AuditReport> reports = run.audit(counters);
          assertThat(subjects(reports)).isEqualTo(96);
          assertThat(reports).extracting(AuditReport::drifted).containsExactly(32L, 2L, 0L);
          run.repairAndUndo(counters.subList(0, 1), "order.subtotal");
          run.repairAndUndo(counters.subList(1, 3), "order.due-4");
        });
  }

  private static long subjects(List<AuditReport> reports) {
    return reports.stream().mapToLong(AuditReport::subjects).sum();
  }

  private static List<String> drifts(List<AuditReport> reports) {
    return reports.stream()
        .flatMap(
            report ->
                report.drifts().stream()
                    .map(
                        finding ->
                            "%s %s: %s / %s"
                                .formatted(
                                    report.counter(),
                                    finding.subject(),
                                    finding.counted(),
                                    finding.truth())))
        .toList();
  }

  private interface Check {
    void run(Run run, List<AdoptedCounter> counters);
  }

  private static void on(
      DatabaseKind kind, Function<TestDatabase, List<AdoptedCounter>> load, Check check) {
    try (TestDatabase server = Servers.of(kind).newDatabase()) {
      List<AdoptedCounter> counters = load.apply(server);
      check.run(new Run(server), counters);
    }
  }

  private record Run(TestDatabase server) {
    /** As a user who may only read. */
    List<AuditReport> audit(List<AdoptedCounter> counters) {
      try (Database reader = OnEveryDatabase.open(server.readOnly())) {
        AdoptedDatabases places = new AdoptedDatabases(Map.of("app", reader), null);
        return counters.stream()
            .map(
                counter ->
                    AdoptedAudits.audit(counter, places.place(counter).place(), Integer.MAX_VALUE))
            .toList();
      }
    }

    /** Repairs to zero, undoes, and finds every old value back, character by character. */
    void repairAndUndo(List<AdoptedCounter> counters, String... wrong) {
      Map<String, String> before = stored(counters);
      long drifted = audit(counters).stream().mapToLong(AuditReport::drifted).sum();
      SettableClock clock = SettableClock.inTheFuture();
      try (Database database = OnEveryDatabase.openStore(server);
          JdbcRepairLog log = new JdbcRepairLog(database)) {
        AdoptedDatabases places = new AdoptedDatabases(Map.of("app", database), log);
        List<PlacedCounter> placed = counters.stream().map(places::place).toList();
        AdoptedRepairs repairs = new AdoptedRepairs(log, clock, new ManualWaiter(clock));
        RepairReport report = repairs.repair(placed, RepairOptions.DEFAULT, Watch.NONE);
        assertThat(
                report.counters().stream().mapToLong(RepairReport.CounterRepair::corrected).sum())
            .isEqualTo(drifted);
        assertThat(report.counters())
            .filteredOn(repair -> repair.corrected() > 0)
            .extracting(repair -> repair.found().counter())
            .containsExactlyInAnyOrder(wrong);
        assertThat(drifts(audit(counters))).isEmpty();
        assertThat(stored(counters)).isNotEqualTo(before);

        Map<String, PlacedCounter> byName =
            placed.stream().collect(Collectors.toMap(PlacedCounter::name, Function.identity()));
        String id = Objects.requireNonNull(report.repairId());
        UndoReport undo = repairs.undo(id, byName, Duration.ZERO, Watch.NONE);
        assertThat(undo).isEqualTo(new UndoReport(id, false, drifted, 0, 0));
        assertThat(stored(counters)).isEqualTo(before);
        assertThat(repairs.undo(id, byName, Duration.ZERO, Watch.NONE).already()).isTrue();
        assertThat(stored(counters)).isEqualTo(before);
      }
    }

    private Map<String, String> stored(List<AdoptedCounter> counters) {
      Map<String, String> stored = new TreeMap<>();
      for (AdoptedCounter counter : counters) {
        String quote = server.kind() == DatabaseKind.MARIADB ? "`" : "\"";
        String column = counter.target().column();
        String key = counter.target().key().get(0);
        try (Connection connection = server.connect();
            Statement statement = connection.createStatement();
            ResultSet rows =
                statement.executeQuery(
                    "SELECT %s, %s FROM %s%s%s"
                        .formatted(key, column, quote, counter.target().table(), quote))) {
          while (rows.next()) {
            stored.put(
                counter.target().table() + "." + column + " " + rows.getString(1),
                String.valueOf(rows.getString(2)));
          }
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
      return stored;
    }
  }
}
