package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.OTHER;
import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Expire;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Release;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.StoredBalance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Many threads and two stores at once; what they leave behind proves whether they exclude. */
public interface LedgerRaceSuite extends LedgerSuite {
  int THREADS = 6;

  @Test
  default void l1OfMoreTakersThanStockExactlyTheStockSucceeds() throws Exception {
    List<LedgerStore> stores = List.of(kit().store(), anotherStore());
    int perThread = 12;
    int stock = THREADS * perThread / 2;
    applied(kit().append("stock", stock));

    List<List<LedgerOutcome>> outcomes =
        atOnce(
            thread -> {
              List<LedgerOutcome> mine = new ArrayList<>();
              for (int i = 0; i < perThread; i++) {
                mine.addAll(
                    stores
                        .get(thread % 2)
                        .apply(kit().counter(), List.of(new Append(SHELF, thread + "-" + i, -1))));
              }
              return mine;
            });

    List<LedgerOutcome> all = outcomes.stream().flatMap(List::stream).toList();
    assertThat(all.stream().filter(one -> one.kind() == Kind.APPLIED)).hasSize(stock);
    assertThat(all.stream().filter(one -> one.kind() != Kind.APPLIED))
        .allMatch(one -> one.rejection() == Rejection.FLOOR);
    kit().holds(0, 0);
    assertThat(kit().entries(SHELF).stream().map(entry -> entry.after().amount()))
        .allMatch(amount -> amount >= 0)
        .doesNotHaveDuplicates();
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l2ManyThreadsSendingTheSameIdsGetTheSameAnswers() throws Exception {
    List<LedgerStore> stores = List.of(kit().store(), anotherStore());
    int ids = 24;

    List<List<Entry>> entries =
        atOnce(
            thread -> {
              List<Entry> mine = new ArrayList<>();
              for (int i = 0; i < ids; i++) {
                LedgerOutcome outcome =
                    stores
                        .get(thread % 2)
                        .apply(kit().counter(), List.of(new Append(SHELF, "id-" + i, i + 1)))
                        .get(0);
                mine.add(outcome.entry());
              }
              return mine;
            });

    assertThat(entries).allMatch(one -> one.equals(entries.get(0)));
    kit().holds(ids * (ids + 1L) / 2, 0);
    assertThat(kit().entries(SHELF)).hasSize(ids);
  }

  @Test
  default void transfersThatMeetInOppositeDirectionsAllEndAndNothingIsLost() throws Exception {
    List<LedgerStore> stores = List.of(kit().store(), anotherStore());
    List<Subject> subjects = List.of(SHELF, OTHER, new Subject("shelf-3"));
    for (Subject subject : subjects) {
      applied(kit().append(subject, "in", 40));
    }

    List<List<LedgerOutcome>> outcomes =
        atOnce(
            thread -> {
              List<LedgerOutcome> mine = new ArrayList<>();
              for (int i = 0; i < 12; i++) {
                Subject from = subjects.get((thread + i) % 3);
                Subject to = subjects.get((thread + i + 1 + thread % 2) % 3);
                mine.addAll(
                    stores
                        .get(thread % 2)
                        .apply(
                            kit().counter(),
                            List.of(new Transfer(from, to, thread + "-" + i, 1 + i % 5))));
              }
              return mine;
            });

    assertThat(outcomes.stream().flatMap(List::stream))
        .allMatch(one -> one.isAccepted() || one.rejection() == Rejection.FLOOR);
    assertThat(subjects.stream().mapToLong(subject -> kit().balance(subject).amount()).sum())
        .isEqualTo(120);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l4NoMomentIsReadableThatTheEntriesDoNotHave() throws Exception {
    List<LedgerStore> stores = List.of(kit().store(), anotherStore());
    applied(kit().append("in", 30));
    applied(kit().append(OTHER, "in", 30));

    List<List<Map<Subject, StoredBalance>>> read =
        atOnce(
            thread -> {
              List<Map<Subject, StoredBalance>> mine = new ArrayList<>();
              for (int i = 0; i < 25; i++) {
                LedgerStore store = stores.get(thread % 2);
                if (thread < 3) {
                  Subject from = i % 2 == 0 ? SHELF : OTHER;
                  Subject to = i % 2 == 0 ? OTHER : SHELF;
                  store.apply(
                      kit().counter(), List.of(new Transfer(from, to, thread + "-" + i, 9)));
                } else {
                  mine.add(store.balances(kit().counter(), List.of(SHELF, OTHER)));
                }
              }
              return mine;
            });

    assertThat(read.stream().flatMap(List::stream))
        .isNotEmpty()
        .allMatch(
            moment -> moment.values().stream().mapToLong(one -> one.balance().amount()).sum() == 60)
        .allMatch(moment -> moment.values().stream().allMatch(one -> one.balance().amount() >= 0));
    List<Balance> history =
        Stream.of(SHELF, OTHER)
            .flatMap(subject -> kit().entries(subject).stream())
            .map(Entry::after)
            .toList();
    assertThat(
            read.stream()
                .flatMap(List::stream)
                .flatMap(moment -> moment.values().stream())
                .map(StoredBalance::balance))
        .allMatch(history::contains);
  }

  @Test
  default void aReservationEndsInOneWayHoweverManyTry() throws Exception {
    List<LedgerStore> stores = List.of(kit().store(), anotherStore());
    applied(kit().append("in", 1_000));
    for (int round = 0; round < 4; round++) {
      String id = "r" + round;
      Instant end = kit().store().now().plusMillis(500);
      applied(kit().reserve(id, 10, end));
      int number = round;
      waitUntil(round % 2 == 0 ? end.minusMillis(10) : end);

      List<LedgerOutcome> outcomes =
          atOnce(
              thread -> {
                LedgerOperation operation =
                    switch (thread % 3) {
                      case 0 -> new Post(SHELF, id, "p" + number + "-" + thread, 10L);
                      case 1 -> new Release(SHELF, id);
                      default -> new Expire(SHELF, id);
                    };
                return stores.get(thread % 2).apply(kit().counter(), List.of(operation)).get(0);
              });

      assertThat(outcomes.stream().filter(one -> one.kind() == Kind.APPLIED)).hasSize(1);
      assertThat(kit().open(id)).isZero();
      assertThat(kit().balance(SHELF).reserved()).isZero();
    }
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void firstEntriesOfNewSubjectsFromManyThreadsAllCount() throws Exception {
    List<LedgerStore> stores = List.of(kit().store(), anotherStore());
    for (int round = 0; round < 6; round++) {
      Subject subject = new Subject("new-" + round);

      atOnce(
          thread ->
              stores
                  .get(thread % 2)
                  .apply(
                      kit().counter(),
                      List.of(new Append(subject, "id-" + thread, thread == 0 ? -1 : 2)))
                  .get(0)
                  .kind());

      long taken = kit().entries(subject).stream().filter(entry -> entry.amount() < 0).count();
      kit().holds(subject, 2L * (THREADS - 1) - taken, 0);
    }
    assertThat(kit().audit()).isEmpty();
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
