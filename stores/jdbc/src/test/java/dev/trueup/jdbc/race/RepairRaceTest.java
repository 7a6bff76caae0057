package dev.trueup.jdbc.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.jdbc.Schema;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two repairers correct planted errors while an application writes at full speed. I2: a repair
 * never alters the effect of a change that is not inside it.
 */
class RepairRaceTest {
  private static final Duration SETTLE = Duration.ofMillis(500);
  private static final int REPAIRERS = 2;

  /** In both repairers together; the full number takes minutes, so it is for the whole check. */
  private static final int REPAIRS =
      Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 200 : 12;

  /** Both databases at once: most of the time a race waits for a settle time to pass. */
  @ParameterizedTest(name = "row and increment in one transaction: {0}")
  @ValueSource(booleans = {true, false})
  void repairsBesideWritersAtFullSpeedLoseDoubleAndInventNothing(boolean sameTransaction)
      throws Exception {
    List<DatabaseKind> kinds = List.of(DatabaseKind.POSTGRESQL, DatabaseKind.MARIADB);
    ExecutorService service = Executors.newFixedThreadPool(kinds.size());
    try {
      List<Future<?>> races = new ArrayList<>();
      for (DatabaseKind kind : kinds) {
        races.add(
            service.submit(
                () -> {
                  race(kind, sameTransaction);
                  return true;
                }));
      }
      for (Future<?> race : races) {
        race.get();
      }
    } finally {
      service.shutdown();
    }
  }

  private static void race(DatabaseKind kind, boolean sameTransaction) throws Exception {
    Ledger ledger = new Ledger();
    try (TestDatabase database = Servers.of(kind).newDatabase();
        RacingRepairer one = new RacingRepairer(counter(sameTransaction), database, ledger);
        RacingRepairer other = new RacingRepairer(counter(sameTransaction), database, ledger)) {
      Schema.migrate(one.database());
      Forum forum = new Forum(database);
      long undecided;
      try (Application application = new Application(forum, ledger, sameTransaction);
          Planter planter = new Planter(forum, ledger);
          ColumnWatcher watcher = new ColumnWatcher(forum, ledger)) {
        undecided = race(one, other);
        print(kind, sameTransaction, application, planter, watcher, ledger, undecided);
        assertThat(watcher.looks()).isPositive();
      }
      int whileWriting = ledger.corrections();
      int hotWhileWriting = ledger.corrections(1, Forum.HOT);
      one.repair(RepairOptions.DEFAULT.withOffline(true));

      assertThat(ledger.faults()).isEmpty();
      ledger.assertColumns(forum.columns(), Forum.START);
      assertThat(forum.columns()).isEqualTo(forum.rows());
      assertThat(whileWriting).isPositive();
      if (sameTransaction) {
        assertThat(hotWhileWriting).isPositive();
      } else {
        assertThat(undecided).isPositive();
        assertThat(hotWhileWriting).isZero();
      }
    }
  }

  private static long race(RacingRepairer one, RacingRepairer other) throws Exception {
    AtomicInteger left = new AtomicInteger(REPAIRS);
    ExecutorService service = Executors.newFixedThreadPool(REPAIRERS);
    try {
      List<Callable<Long>> work = List.of(() -> repair(one, left), () -> repair(other, left));
      long undecided = 0;
      for (Future<Long> done : service.invokeAll(work)) {
        undecided += done.get();
      }
      return undecided;
    } finally {
      service.shutdown();
    }
  }

  private static long repair(RacingRepairer repairer, AtomicInteger left) {
    long undecided = 0;
    while (left.getAndDecrement() > 0) {
      undecided += repairer.repair(RepairOptions.DEFAULT);
    }
    return undecided;
  }

  private static void print(
      DatabaseKind kind,
      boolean sameTransaction,
      Application application,
      Planter planter,
      ColumnWatcher watcher,
      Ledger ledger,
      long undecided) {
    System.out.printf(
        Locale.ROOT,
        "%s, %s: %d repairs by %d repairers beside %d writes; %d errors planted, %d corrected"
            + " (%d on hot subjects), %d given up before the write, %d hot subjects undecided;"
            + " longest UPDATE of the application %d ms, column read %d times%n",
        kind,
        sameTransaction ? "one transaction" : "increment 50 ms later",
        REPAIRS,
        REPAIRERS,
        application.writes(),
        ledger.errors(),
        ledger.corrections(),
        ledger.corrections(1, Forum.HOT),
        ledger.notAppliedCorrections(),
        undecided,
        Math.max(application.longestWaitMillis(), planter.longestWaitMillis()),
        watcher.looks());
  }

  private static AdoptedCounter counter(boolean sameTransaction) {
    return new AdoptedCounter(
        "post.comments",
        new SourceDefinition(
            "app",
            "comments",
            null,
            null,
            List.of("post_id"),
            null,
            "1",
            null,
            RoundingMode.UNNECESSARY,
            null,
            "id",
            null,
            null,
            null,
            false),
        new TargetDefinition(
            "app", "posts", null, null, List.of("id"), "comment_count", null, sameTransaction),
        SETTLE);
  }
}
