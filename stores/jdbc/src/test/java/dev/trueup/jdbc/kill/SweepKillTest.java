package dev.trueup.jdbc.kill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Schema;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.testkit.process.ChildJvm;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Reconcilers killed in the middle of a sweep, on a PostgreSQL with fsync on: the next one goes on
 * behind the last settled subject, and each drift is on record once.
 */
class SweepKillTest {
  private static final int SUBJECTS = 200;
  private static final List<Subject> ALL =
      IntStream.rangeClosed(1, SUBJECTS).mapToObj(n -> new Subject(Integer.toString(n))).toList();

  private final Random random = new Random(17);
  private int killed;
  private int partly;
  private int resumed;
  private int recorded;

  @Test
  void aKilledSweepGoesOnBehindItsLastSettledSubjectAndCorrectsEachOnce() {
    try (TestDatabase test = Servers.durablePostgresql().newDatabase();
        Database database = Kills.open("app", test)) {
      test.execute(
          "CREATE TABLE comments (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
              + " post_id integer NOT NULL, created_at timestamptz NOT NULL)",
          "CREATE INDEX comments_of_post ON comments (post_id)");
      Schema.migrate(database);
      JdbcRepairLog log = new JdbcRepairLog(database);
      try (CounterStore store = new JdbcCounterStore(database, log, new Random())) {
        store.enable(SweepChild.COUNTER);
        Reconciler here = SweepChild.reconciler(database, store, log);
        addRows(test);
        installFirstBases(here, store);
        while (killed < Kills.COUNT) {
          round(test, store, log, here);
        }
        System.out.printf(
            Locale.ROOT,
            "Sweep killed %d times, %d times with a part settled; %d sweeps went on behind such a"
                + " part, %d drifts on record, each once; every reading right at the end%n",
            killed,
            partly,
            resumed,
            recorded);
        assertThat(resumed).isPositive();
      }
    }
  }

  /** Every subject drifts; two sweeps are killed on the way, a third one comes to the end. */
  private void round(TestDatabase test, CounterStore store, JdbcRepairLog log, Reconciler here) {
    addRows(test);
    SortedMap<Integer, Long> truth = truth(test);
    SortedMap<Integer, Long> before = bases(store);
    List<String> repairs = new ArrayList<>();
    for (int i = 0; i < 2 && killed < Kills.COUNT; i++) {
      long settledBefore = settled(store);
      try (ChildJvm child = Kills.start(SweepChild.class, test, test)) {
        Kills.kill(child, momentToKill(settledBefore), random);
        firstSettled(child.output()).ifPresent(first -> requireGoesOn(settledBefore, first));
      }
      killed++;
      partly += settled(store) > 0 ? 1 : 0;
      Kills.interrupted(log).forEach(repair -> repairs.add(repair.id()));
      assertRecordAgreesWithBases(before, bases(store), truth, corrected(log, repairs));
    }
    long settledBefore = settled(store);
    List<Long> settled = new ArrayList<>();
    here.sweep(finding -> {}, progress -> settled.add(progress.subjectsDone()));
    requireGoesOn(settledBefore, settled.get(0));
    newestClosed(log, repairs);
    assertThat(bases(store)).isEqualTo(truth);
    SortedMap<Integer, Integer> corrected = corrected(log, repairs);
    assertThat(corrected.keySet()).hasSize(SUBJECTS);
    assertThat(corrected.values()).containsOnly(1);
    recorded += corrected.size();
  }

  /** A sweep that began anew would tell of its first subjects again. */
  private void requireGoesOn(long settledBefore, long firstSettled) {
    assertThat(firstSettled).isGreaterThan(settledBefore);
    resumed += settledBefore > 0 ? 1 : 0;
  }

  private static Optional<Long> firstSettled(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("settled "))
        .map(line -> Long.valueOf(line.split(" ")[1]))
        .findFirst();
  }

  /** After a settle, or between two judgements, behind where the sweep is now. */
  private String momentToKill(long settledBefore) {
    long perRound = SweepChild.LIMITS.subjectsPerRound();
    long left = (SUBJECTS - settledBefore) / perRound;
    long more = 1L + random.nextInt((int) Math.max(1, left - 1));
    return random.nextBoolean() ? "settled " + (settledBefore + more * perRound) + " " : "judged ";
  }

  private static void assertRecordAgreesWithBases(
      SortedMap<Integer, Long> before,
      SortedMap<Integer, Long> after,
      SortedMap<Integer, Long> truth,
      SortedMap<Integer, Integer> corrected) {
    SortedMap<Integer, Long> expected = new TreeMap<>(before);
    corrected.keySet().forEach(subject -> expected.put(subject, truth.get(subject)));
    assertThat(after).isEqualTo(expected);
    assertThat(corrected.values()).allMatch(times -> times == 1);
  }

  /** How often each subject was corrected, by the entries of these repairs. */
  private static SortedMap<Integer, Integer> corrected(JdbcRepairLog log, List<String> repairs) {
    SortedMap<Integer, Integer> times = new TreeMap<>();
    for (String repair : repairs) {
      for (RepairEntry entry : Kills.entries(log, repair)) {
        assertThat(entry.state()).isEqualTo(RepairEntry.State.APPLIED);
        times.merge(Integer.valueOf(entry.subject().key()), 1, Integer::sum);
      }
    }
    return times;
  }

  private static void newestClosed(JdbcRepairLog log, List<String> repairs) {
    List<Repair> closed = log.inState(Repair.State.CLOSED, 10_000);
    repairs.add(closed.get(closed.size() - 1).id());
  }

  private static long settled(CounterStore store) {
    Progress.Sweep sweep = store.progress(SweepChild.COUNTER).sweep();
    return sweep == null ? 0 : sweep.subjectsDone();
  }

  private static void installFirstBases(Reconciler here, CounterStore store) {
    for (int tries = 0; tries < 20 && bases(store).size() < SUBJECTS; tries++) {
      here.sweep(finding -> {}, progress -> {});
    }
    assertThat(bases(store)).hasSize(SUBJECTS);
  }

  /** One old row more for each subject, of which the counter is never told. */
  private static void addRows(TestDatabase test) {
    test.execute(
        "INSERT INTO comments (post_id, created_at) SELECT n, now() - interval '1 hour'"
            + " FROM generate_series(1, "
            + SUBJECTS
            + ") AS n");
  }

  private static SortedMap<Integer, Long> truth(TestDatabase test) {
    return Kills.values(test, "SELECT post_id, count(*) FROM comments GROUP BY post_id");
  }

  private static SortedMap<Integer, Long> bases(CounterStore store) {
    SortedMap<Integer, Long> bases = new TreeMap<>();
    store
        .heads(SweepChild.COUNTER, ALL)
        .forEach(
            (subject, head) -> {
              Head.Base base = head.base();
              if (base != null) {
                bases.put(Integer.valueOf(subject.key()), base.value());
              }
            });
    return bases;
  }
}
