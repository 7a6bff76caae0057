package dev.trueup.testkit.compatibility;

import static dev.trueup.testkit.compatibility.StoreKit.POST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.compatibility.StoreKit.Seen;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many threads and two stores at once; what they leave behind proves whether they exclude. */
public interface RaceSuite extends StoreSuite {
  int THREADS = 6;

  @Test
  default void i3ManyThreadsSendingTheSameIdsCountEachOnce() throws Exception {
    kit().install(POST, 0, kit().watermark(1, 1));
    List<CounterStore> stores = List.of(kit().store(), anotherStore());
    int rounds = 12;
    int perRound = 8;

    List<Map<Outcome.Kind, Integer>> counts =
        atOnce(
            thread -> {
              Map<Outcome.Kind, Integer> count = new EnumMap<>(Outcome.Kind.class);
              for (int round = 0; round < rounds; round++) {
                List<Change> changes = new ArrayList<>();
                for (int i = 0; i < perRound; i++) {
                  // Each thread begins elsewhere, so that their orders differ.
                  int number = round * perRound + (i + thread) % perRound;
                  changes.add(kit().change("id-" + number, number + 1, 2 + number % 3, 2));
                }
                for (Outcome outcome :
                    stores.get(thread % 2).accept(kit().counter(), changes, false)) {
                  count.merge(outcome.kind(), 1, Integer::sum);
                }
              }
              return count;
            });

    Map<Outcome.Kind, Integer> total = new EnumMap<>(Outcome.Kind.class);
    counts.forEach(count -> count.forEach((kind, n) -> total.merge(kind, n, Integer::sum)));
    int ids = rounds * perRound;
    assertThat(total)
        .isEqualTo(Map.of(Outcome.Kind.APPLIED, ids, Outcome.Kind.DUPLICATE, ids * (THREADS - 1)));
    assertThat(kit().fast(POST)).isEqualTo(ids * (ids + 1L) / 2);
    assertThat(kit().recordedIds(POST)).hasSize(ids);
  }

  @Test
  default void i4ManyThreadsOnOneCellLoseNothing() throws Exception {
    kit().assumeReadings();
    kit().install(POST, 0, kit().watermark(1, 1));
    List<CounterStore> stores = List.of(kit().store(), anotherStore());

    List<Long> readings =
        atOnce(
                thread -> {
                  List<Long> mine = new ArrayList<>();
                  for (int i = 0; i < 25; i++) {
                    Outcome outcome =
                        stores
                            .get(thread % 2)
                            .accept(
                                kit().counter(),
                                List.of(kit().change(thread + "-" + i, 1, 2, 2)),
                                true)
                            .get(0);
                    assertThat(outcome.reading()).isNotNull();
                    mine.add(Objects.requireNonNull(outcome.reading()).value());
                  }
                  return mine;
                })
            .stream()
            .flatMap(List::stream)
            .sorted()
            .toList();

    // Every reading is the one right after its own change, so each value was read exactly once.
    assertThat(readings).doesNotHaveDuplicates();
    assertThat(readings.get(0)).isEqualTo(1);
    assertThat(readings.get(readings.size() - 1)).isEqualTo(THREADS * 25L);
    assertThat(kit().fast(POST)).isEqualTo(THREADS * 25L);
  }

  @Test
  default void i6OfManySettlesThatSawTheSameHeadOneInstalls() throws Exception {
    List<CounterStore> stores = List.of(kit().store(), anotherStore());
    for (int round = 1; round <= 10; round++) {
      Seen seen = kit().see(POST);
      Watermark watermark = kit().watermark(round, round);

      List<Settlement.Result> results =
          atOnce(
              thread ->
                  stores
                      .get(thread % 2)
                      .settle(
                          kit().counter(),
                          List.of(kit().settlement(POST, seen, thread, watermark, Set.of())))
                      .get(0));

      assertThat(results).containsOnlyOnce(Settlement.Result.INSTALLED);
      assertThat(kit().fast(POST)).isEqualTo(results.indexOf(Settlement.Result.INSTALLED));
    }
  }

  @Test
  default void batchesThatMeetInOppositeOrdersAllEnd() throws Exception {
    List<Subject> subjects = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      subjects.add(new Subject("s" + i));
    }

    List<List<Outcome>> outcomes =
        atOnce(
            thread -> {
              List<Outcome> mine = new ArrayList<>();
              for (int round = 0; round < 10; round++) {
                List<Change> changes = new ArrayList<>();
                for (int i = 0; i < subjects.size(); i++) {
                  int index = thread % 2 == 0 ? i : subjects.size() - 1 - i;
                  changes.add(kit().change(subjects.get(index), thread + "-" + round, 1, 2, round));
                }
                mine.addAll(kit().accept(changes));
              }
              return mine;
            });

    assertThat(outcomes.stream().flatMap(List::stream).map(Outcome::kind))
        .containsOnly(Outcome.Kind.APPLIED);
    for (Subject subject : subjects) {
      assertThat(kit().stored(subject).cells().values().stream().mapToLong(n -> n).sum())
          .isEqualTo(THREADS * 10L);
    }
  }

  /**
   * Writers keep adding rows and sending their changes while settles run. Whatever the order, once
   * they stand still the reading is the rows, or the subject is one that the next pass takes.
   */
  @Test
  default void i4WhileSettlesRaceWritersNoWrongReadingGoesUnmarked() throws Exception {
    List<CounterStore> stores = List.of(kit().store(), anotherStore());
    ConcurrentLinkedQueue<Change> rows = new ConcurrentLinkedQueue<>();
    AtomicInteger installed = new AtomicInteger();
    for (int round = 0; round < 12; round++) {
      int first = round * 2 + 1;
      atOnce(
          thread -> {
            if (thread < THREADS - 2) {
              for (int i = 0; i < 6; i++) {
                Change change =
                    kit()
                        .change(
                            first + "-" + thread + "-" + i, i + 1, first + i % 3, first + i % 2);
                rows.add(change);
                stores.get(thread % 2).accept(kit().counter(), List.of(change), false);
              }
            } else {
              for (int i = 0; i < 4; i++) {
                installed.addAndGet(reconcile(stores.get(thread % 2), rows, first + i));
              }
            }
            return thread;
          });
      if (kit().headOrNull(POST) != null && kit().head(POST).base() != null) {
        long truth = rows.stream().mapToLong(Change::amount).sum();
        assertThat(kit().fast(POST) == truth || kit().isCandidate(POST))
            .as("reading %s of %s rows is unmarked", kit().fast(POST), truth)
            .isTrue();
      }
    }
    assertThat(installed).hasPositiveValue();

    kit().install(POST, rows.stream().mapToLong(Change::amount).sum(), kit().watermark(200, 200));
    assertThat(kit().isCandidate(POST)).isFalse();
    assertThat(kit().recordedIds(POST)).isEmpty();
  }

  private int reconcile(CounterStore store, Iterable<Change> rows, int boundary) {
    Seen seen = kit().see(POST);
    Watermark watermark = kit().watermark(boundary, boundary);
    // Judged before the rows are counted: a judged change is then surely among them.
    Set<String> judged = kit().judge(POST, watermark);
    long truth = 0;
    for (Change row : rows) {
      if (kit().counter().cellOf(row).factWindow().isBefore(watermark.factsBefore())) {
        truth += row.amount();
      }
    }
    Settlement settlement = kit().settlement(POST, seen, truth, watermark, judged);
    Settlement.Result result = store.settle(kit().counter(), List.of(settlement)).get(0);
    return result == Settlement.Result.INSTALLED ? 1 : 0;
  }

  /** One thread's part. */
  interface Part<T> {
    T run(int thread) throws Exception;
  }

  private static <T> List<T> atOnce(Part<T> part) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try {
      CyclicBarrier start = new CyclicBarrier(THREADS);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        Callable<T> call =
            () -> {
              start.await(30, TimeUnit.SECONDS);
              return part.run(thread);
            };
        futures.add(pool.submit(call));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(60, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
