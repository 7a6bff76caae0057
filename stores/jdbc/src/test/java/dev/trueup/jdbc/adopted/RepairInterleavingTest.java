package dev.trueup.jdbc.adopted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.error.StoppedException;
import dev.trueup.error.UnavailableException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.jdbc.Session;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens at the worst moment: between measuring and correcting, and in between samples. */
class RepairInterleavingTest {
  private static final String[] FORUM = {
    "CREATE TABLE posts (id bigint PRIMARY KEY, n integer NOT NULL)",
    "CREATE TABLE comments (id bigint PRIMARY KEY, post_id bigint)",
    "INSERT INTO posts VALUES (1, 7), (2, 1)",
    "INSERT INTO comments VALUES (1, 1), (2, 1), (3, 2)"
  };
  private static final String COUNTERS = "SELECT id, n FROM posts ORDER BY id";

  private static CounterOf comments() {
    return CounterOf.named("post.comments")
        .rows("comments", "post_id")
        .id("id")
        .stored("posts", "n", "id");
  }

  /** Case 3: a child added between the snapshot and the repair from it is not wiped out. */
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void an_increment_between_snapshot_and_correction_is_kept(DatabaseKind kind) {
    AdoptedCounter counter = comments().sameTransaction().counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      PlacedCounter raced =
          Between.afterMeasuring(
              stage.places.place(counter),
              () ->
                  stage.together(
                      "INSERT INTO comments VALUES (4, 1)",
                      "UPDATE posts SET n = n + 1 WHERE id = 1"));
      RepairReport report = stage.repair(raced);
      assertThat(Stage.corrected(report)).isEqualTo(1);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "3", "2", "1"));
      assertThat(stage.undo(report.repairId(), counter).undone()).isEqualTo(1);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "8", "2", "1"));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_second_repairer_is_sent_away_and_no_correction_is_doubled(DatabaseKind kind) {
    AdoptedCounter counter = comments().sameTransaction().counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      PlacedCounter raced =
          Between.afterMeasuring(
              stage.places.place(counter),
              () ->
                  assertThatThrownBy(() -> stage.repair(counter))
                      .isInstanceOf(UnavailableException.class)
                      .hasMessageContaining("post.comments"));
      stage.repair(raced);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "2", "2", "1"));
      assertThat(stage.repair(counter).repairId()).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MARIADB"})
  void a_repairer_whose_connection_was_cut_writes_nothing_more(DatabaseKind kind) {
    AdoptedCounter counter = comments().sameTransaction().counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      PlacedCounter raced =
          Between.afterMeasuring(stage.places.place(counter), () -> cutAll(stage));
      assertThatThrownBy(() -> stage.repair(raced)).isInstanceOf(UnavailableException.class);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "7", "2", "1"));
      assertThat(Stage.corrected(stage.repair(counter))).isEqualTo(1);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "2", "2", "1"));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MARIADB"})
  void a_connection_goes_back_to_the_pool_as_patient_as_it_was(DatabaseKind kind) {
    try (Stage stage = new Stage(kind, FORUM)) {
      List<String> before = lockWaits(stage);
      assertThat(Stage.corrected(stage.repair(comments().sameTransaction().counter())))
          .isEqualTo(1);
      assertThat(lockWaits(stage)).isEqualTo(before);
    }
  }

  /** The patience of every connection that the pool can give out. */
  private static List<String> lockWaits(Stage stage) {
    String question =
        stage.server.kind() == DatabaseKind.POSTGRESQL
            ? "SHOW lock_timeout"
            : "SELECT @@innodb_lock_wait_timeout";
    List<Session> held = new ArrayList<>();
    List<String> waits = new ArrayList<>();
    try {
      int all = OnEveryDatabase.settings(stage.server).connectionsMax();
      for (int i = 0; i < all; i++) {
        Session session = stage.database.session();
        held.add(session);
        waits.add(
            session.ask(
                "tell its patience",
                transaction -> String.valueOf(transaction.sql().fetchValue(question))));
      }
    } finally {
      held.forEach(Session::close);
    }
    return waits;
  }

  private static void cutAll(Stage stage) {
    if (stage.server.kind() == DatabaseKind.POSTGRESQL) {
      stage.pairs(
          "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
              + " current_database() AND pid <> pg_backend_pid()");
    } else {
      stage
          .pairs(
              "SELECT id, 1 FROM information_schema.processlist WHERE db = DATABASE() AND id <>"
                  + " CONNECTION_ID()")
          .keySet()
          .forEach(id -> stage.server.execute("KILL " + id));
    }
  }

  /** Increments that come after their rows: what moves is not judged, what rests is. */
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void what_does_not_hold_still_is_undecided_and_what_rests_is_corrected(DatabaseKind kind) {
    AdoptedCounter counter = comments().settle(Duration.ofSeconds(10)).counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      stage.server.execute(
          "INSERT INTO comments VALUES (4, 2), (5, 3)", "INSERT INTO posts VALUES (3, 0), (4, 9)");
      stage
          .waiter
          .runner()
          .after(
              Duration.ofSeconds(4),
              () -> stage.server.execute("UPDATE posts SET n = n + 1 WHERE id = 2"));
      stage
          .waiter
          .runner()
          .after(
              Duration.ofSeconds(13),
              () ->
                  stage.together(
                      "DELETE FROM comments WHERE id = 5", "INSERT INTO comments VALUES (6, 3)"));
      RepairReport report = stage.repair(counter);
      assertThat(Stage.drifts(report.counters().get(0).found()))
          .containsExactly("1: 7 / 2", "4: 9 / 0");
      assertThat(report.counters().get(0).found().undecided()).isEqualTo(2);
      assertThat(Stage.corrected(report)).isEqualTo(2);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "2", "2", "2", "3", "0", "4", "0"));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void many_subjects_are_taken_in_turns(DatabaseKind kind) {
    AdoptedCounter counter = comments().counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      StringBuilder posts = new StringBuilder("INSERT INTO posts VALUES (1000, 1)");
      for (int id = 1001; id < 1300; id++) {
        posts.append(", (").append(id).append(", ").append(id % 7 - 3).append(')');
      }
      stage.server.execute(posts.toString());
      long wrong = stage.audit(counter).drifted();
      RepairReport report =
          stage.repairs.repair(
              List.of(stage.places.place(counter)),
              RepairOptions.DEFAULT.withCandidatesMax(100).withListedMax(5),
              Watch.NONE);
      assertThat(Stage.corrected(report)).isEqualTo(wrong).isGreaterThan(200);
      assertThat(report.counters().get(0).found().drifts()).hasSize(5);
      assertThat(stage.audit(counter).drifted()).isZero();
      assertThat(stage.undo(report.repairId(), counter).undone()).isEqualTo(wrong);
      assertThat(stage.audit(counter).drifted()).isEqualTo(wrong);
    }
  }

  /** Log and counter in two databases, and the repairer dies between the write and its record. */
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_repair_that_died_before_its_record_is_unknown_measured_again_and_not_undone(
      DatabaseKind kind) {
    AdoptedCounter counter = comments().sameTransaction().counter();
    try (Stage stage = new Stage(kind, FORUM);
        TestDatabase elsewhere = Servers.sqlite().newDatabase();
        Database store = OnEveryDatabase.openStore(elsewhere)) {
      JdbcRepairLog dying = new JdbcRepairLog(store);
      AdoptedDatabases places = new AdoptedDatabases(Map.of("app", stage.database), dying);
      PlacedCounter killed =
          Between.afterCorrecting(
              places.place(counter),
              () -> {
                throw new ThreadDeathByTest();
              });
      AdoptedRepairs repairs = new AdoptedRepairs(dying, stage.clock, stage.waiter);
      assertThatThrownBy(() -> repairs.repair(List.of(killed), RepairOptions.DEFAULT, Watch.NONE))
          .isInstanceOf(ThreadDeathByTest.class);
      dying.close();
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "2", "2", "1"));

      try (JdbcRepairLog log = new JdbcRepairLog(store)) {
        AdoptedRepairs next = new AdoptedRepairs(log, stage.clock, stage.waiter);
        PlacedCounter placed =
            new AdoptedDatabases(Map.of("app", stage.database), log).place(counter);
        assertThat(next.repair(List.of(placed), RepairOptions.DEFAULT, Watch.NONE).repairId())
            .isNull();
        Repair dead = log.inState(Repair.State.INTERRUPTED, 10).get(0);
        assertThat(log.entries(dead.id(), null, null, 10))
            .extracting(RepairEntry::state)
            .containsExactly(RepairEntry.State.UNKNOWN);
        assertThat(next.undo(dead.id(), Map.of(placed.name(), placed), Duration.ZERO, Watch.NONE))
            .isEqualTo(new UndoReport(dead.id(), false, 0, 0, 1));
        assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "2", "2", "1"));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void log_in_another_database_repairs_and_undoes_as_well(DatabaseKind kind) {
    AdoptedCounter counter = comments().counter();
    try (Stage stage = new Stage(kind, FORUM);
        TestDatabase elsewhere = Servers.sqlite().newDatabase();
        Database store = OnEveryDatabase.openStore(elsewhere);
        JdbcRepairLog log = new JdbcRepairLog(store)) {
      PlacedCounter placed =
          new AdoptedDatabases(Map.of("app", stage.database), log).place(counter);
      AdoptedRepairs repairs = new AdoptedRepairs(log, stage.clock, stage.waiter);
      String id =
          Objects.requireNonNull(
              repairs.repair(List.of(placed), RepairOptions.DEFAULT, Watch.NONE).repairId());
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "2", "2", "1"));
      assertThat(log.entries(id, null, null, 10))
          .extracting(RepairEntry::state)
          .containsExactly(RepairEntry.State.APPLIED);
      repairs.undo(id, Map.of(placed.name(), placed), Duration.ZERO, Watch.NONE);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "7", "2", "1"));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_repair_that_is_stopped_says_so_and_changes_nothing_more(DatabaseKind kind) {
    AdoptedCounter counter = comments().counter();
    try (Stage stage = new Stage(kind, FORUM)) {
      Watch impatient =
          new Watch() {
            @Override
            public boolean isStopped() {
              return stage.waiter.waits() > 0;
            }
          };
      assertThatThrownBy(
              () ->
                  stage.repairs.repair(
                      List.of(stage.places.place(counter)), RepairOptions.DEFAULT, impatient))
          .isInstanceOf(StoppedException.class);
      assertThat(stage.pairs(COUNTERS)).isEqualTo(Map.of("1", "7", "2", "1"));
    }
  }

  /** Not an error that anything could handle: as sudden as a kill. */
  private static final class ThreadDeathByTest extends Error {}
}
