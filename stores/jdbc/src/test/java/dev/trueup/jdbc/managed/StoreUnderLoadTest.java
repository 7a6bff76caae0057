package dev.trueup.jdbc.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Many threads on one busy subject and many quiet ones. */
class StoreUnderLoadTest {
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
  private static final Subject HOT = new Subject("hot");
  private static final int THREADS = 8;
  private static final int BATCHES = 40;
  private static final int BATCH = 10;
  private static final int COLD = 500;

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void i3EverythingIsCountedOnceAndNoDeadlockIsSeenOutside(DatabaseKind kind) throws Exception {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      JdbcCounterStore store = new JdbcCounterStore(database, null, RandomGenerator.getDefault());
      store.enable(COUNTER);
      Instant at = store.now();
      ExecutorService pool = Executors.newFixedThreadPool(THREADS);
      long applied = 0;
      try {
        List<Future<Long>> futures = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
          int thread = i;
          futures.add(pool.submit(() -> write(store, thread, at)));
        }
        for (Future<Long> future : futures) {
          applied += future.get(120, TimeUnit.SECONDS);
        }
      } finally {
        pool.shutdownNow();
      }
      System.out.println(kind + ": transactions run again " + database.retried());
      long sum = 0;
      long recorded = 0;
      List<Subject> all = new ArrayList<>(List.of(HOT));
      for (int i = 0; i < COLD; i++) {
        all.add(new Subject("cold-" + i));
      }
      for (StoredSubject stored : store.read(COUNTER, all).values()) {
        sum += stored.cells().values().stream().mapToLong(amount -> amount).sum();
      }
      for (var examined : store.examine(COUNTER, all).values()) {
        recorded += examined.changes().size();
      }
      // Each pair of threads sends the same changes.
      assertThat(applied).isEqualTo((long) THREADS / 2 * BATCHES * BATCH);
      assertThat(sum).isEqualTo(applied);
      assertThat(recorded).isEqualTo(applied);
    }
  }

  private static long write(JdbcCounterStore store, int thread, Instant at) {
    Random random = new Random(thread / 2);
    long applied = 0;
    for (int batch = 0; batch < BATCHES; batch++) {
      List<Change> changes = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        String subject = i % 3 == 0 ? HOT.key() : "cold-" + random.nextInt(COLD);
        changes.add(
            Change.added(COUNTER.name(), subject).fact(thread / 2 + "-" + batch + "-" + i).at(at));
      }
      if (thread % 2 == 1) {
        java.util.Collections.reverse(changes);
      }
      for (Outcome outcome : store.accept(COUNTER, changes, batch % 2 == 0)) {
        assertThat(outcome.kind()).isIn(Outcome.Kind.APPLIED, Outcome.Kind.DUPLICATE);
        applied += outcome.kind() == Outcome.Kind.APPLIED ? 1 : 0;
      }
    }
    return applied;
  }
}
