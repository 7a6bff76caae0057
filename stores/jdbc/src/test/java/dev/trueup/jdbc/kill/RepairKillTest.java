package dev.trueup.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Schema;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.testkit.process.ChildJvm;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Repairers killed in the middle of a repair, on a PostgreSQL with fsync on. I9: repairs are on
 * record; nothing is corrected twice.
 */
class RepairKillTest {
  /** For each of the two places of the record. */
  private static final int KILLS = Kills.COUNT / 2;

  private static final int SUBJECTS = 1_000;
  private static final int TOGETHER = 25;
  private static final String COLUMNS = "SELECT id, comment_count FROM posts";
  private static final String ROWS = "SELECT post_id, count(*) FROM comments GROUP BY post_id";

  @ParameterizedTest(name = "record in the same database: {0}")
  @ValueSource(booleans = {true, false})
  void aKilledRepairIsOnRecordAsInterruptedAndTheNextOneGoesOn(boolean together) {
    Random random = new Random(9);
    try (TestDatabase app = Servers.durablePostgresql().newDatabase();
        TestDatabase other = Servers.durablePostgresql().newDatabase()) {
      TestDatabase store = together ? app : other;
      fill(app);
      SortedMap<Integer, Long> truth = Kills.values(app, ROWS);
      try (Database database = Kills.open("store", store)) {
        Schema.migrate(database);
        JdbcRepairLog log = new JdbcRepairLog(database);
        int killed = 0;
        int corrected = 0;
        int unknown = 0;
        for (int attempt = 0; killed < KILLS && attempt < 3 * KILLS; attempt++) {
          if (wrong(app, truth).size() < SUBJECTS / 3) {
            plant(app);
          }
          SortedMap<Integer, Long> before = Kills.values(app, COLUMNS);
          killOne(app, store, random, wrong(app, truth).size());
          for (Repair repair : Kills.interrupted(log)) {
            killed++;
            List<RepairEntry> entries = Kills.entries(log, repair.id());
            assertOnRecord(entries, before, Kills.values(app, COLUMNS), truth);
            corrected += count(entries, RepairEntry.State.APPLIED);
            unknown += count(entries, RepairEntry.State.UNKNOWN);
          }
        }

        assertThat(killed).isEqualTo(KILLS);
        assertThat(log.inState(Repair.State.INTERRUPTED, 1_000)).hasSize(killed);
        finish(app, store);
        assertThat(Kills.values(app, COLUMNS)).isEqualTo(truth);
        assertThat(log.inState(Repair.State.CLOSED, 1_000)).isNotEmpty();
        System.out.printf(
            Locale.ROOT,
            "Repair killed %d times, record %s: %d corrections on record before the kills, %d"
                + " named unknown; every column right at the end%n",
            killed,
            together ? "in the same database" : "in another database",
            corrected,
            unknown);
      }
    }
  }

  private static void killOne(TestDatabase app, TestDatabase store, Random random, int wrong) {
    int batches = 1 + random.nextInt(Math.max(1, wrong / TOGETHER / 2));
    try (ChildJvm child = Kills.start(RepairChild.class, app, store)) {
      Kills.kill(child, "corrected " + batches * TOGETHER + " ", random);
    }
  }

  private static void finish(TestDatabase app, TestDatabase store) {
    try (ChildJvm child = Kills.start(RepairChild.class, app, store)) {
      assertThat(child.awaitEnd(Kills.PATIENCE)).isZero();
    }
  }

  /** What the record says of each subject is what the column shows. */
  private static void assertOnRecord(
      List<RepairEntry> entries,
      Map<Integer, Long> before,
      Map<Integer, Long> after,
      Map<Integer, Long> truth) {
    assertThat(count(entries, RepairEntry.State.APPLIED)).isPositive();
    Map<Integer, RepairEntry.State> recorded = new TreeMap<>();
    for (RepairEntry entry : entries) {
      recorded.put(Integer.valueOf(entry.subject().key()), entry.state());
    }
    after.forEach(
        (subject, value) -> {
          Long right = truth.get(subject);
          Long untouched = before.get(subject);
          RepairEntry.State state = recorded.get(subject);
          if (state == null) {
            assertThat(value).as("subject %s, not on record", subject).isEqualTo(untouched);
          } else if (state == RepairEntry.State.APPLIED) {
            assertThat(value).as("subject %s, on record as applied", subject).isEqualTo(right);
          } else {
            assertThat(state).isEqualTo(RepairEntry.State.UNKNOWN);
            assertThat(value).as("subject %s, unknown", subject).isIn(right, untouched);
          }
        });
  }

  private static int count(List<RepairEntry> entries, RepairEntry.State state) {
    return (int) entries.stream().filter(entry -> entry.state() == state).count();
  }

  private static SortedMap<Integer, Long> wrong(TestDatabase app, Map<Integer, Long> truth) {
    SortedMap<Integer, Long> columns = Kills.values(app, COLUMNS);
    columns.entrySet().removeIf(entry -> entry.getValue().equals(truth.get(entry.getKey())));
    return columns;
  }

  private static void fill(TestDatabase app) {
    app.execute(
        "CREATE TABLE posts (id integer PRIMARY KEY, comment_count integer)",
        "CREATE TABLE comments (id integer PRIMARY KEY, post_id integer NOT NULL)",
        "INSERT INTO comments SELECT n, 1 + n % "
            + SUBJECTS
            + " FROM generate_series(1, 7000) AS n",
        "CREATE INDEX comments_of_post ON comments (post_id)",
        "INSERT INTO posts SELECT post_id, count(*) FROM comments GROUP BY post_id");
  }

  /** Every column is wrong, by one to three, in both directions. */
  private static void plant(TestDatabase app) {
    app.execute(
        "UPDATE posts SET comment_count = (SELECT count(*) FROM comments WHERE post_id = posts.id)"
            + " + (1 + id % 3) * (CASE WHEN id % 2 = 0 THEN 1 ELSE -1 END)");
  }
}
