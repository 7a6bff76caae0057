package dev.trueup.redis.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Redis;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A hundred workers add one a hundred times each to one subject. */
class TenThousandTest {
  private static final int WORKERS = 100;
  private static final int EACH = 100;
  private static final int TRIES_MAX = 1_000;
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);

  private final AtomicLong confirmed = new AtomicLong();
  private final AtomicLong duplicates = new AtomicLong();
  private final AtomicLong unknowns = new AtomicLong();
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

  @Test
  void i3AHundredWorkersAddAHundredEach() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.single();
        Redis redis = Hand.open(server)) {
      play("single", redis, redis);
      assertThat(unknowns).hasValue(0);
      assertThat(confirmed).hasValue(WORKERS * EACH);
      assertThat(duplicates).hasValue(0);
    }
  }

  @Test
  void i3AHundredWorkersAddAHundredEachOnACluster() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.cluster();
        Redis redis = Hand.open(server)) {
      play("cluster", redis, redis);
      assertThat(unknowns).hasValue(0);
      assertThat(confirmed).hasValue(WORKERS * EACH);
    }
  }

  @Test
  void i5WithAnswersLostOnPurposeAndTheSameIdsSentAgainTheSumIsTheSame() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.single();
        CuttingProxy proxy = CuttingProxy.before(server.url());
        Redis redis = Hand.open(server);
        Redis cuttable = Hand.open(proxy.url())) {
      proxy.cut(Cut.AFTER_ITS_ANSWER, "post.comments", 20);
      play("answers lost", redis, cuttable);
      System.out.println("  connections cut " + proxy.cuts());
      assertThat(proxy.cuts()).isGreaterThan(100);
      assertThat(unknowns).hasValueGreaterThan(100);
      assertThat(confirmed.get() + duplicates.get()).isEqualTo(WORKERS * EACH);
    }
  }

  private void play(String title, Redis whole, Redis used) throws Exception {
    RedisCounterStore store = Hand.store(whole);
    store.enable(COUNTER);
    Instant at = store.now();
    Watermark watermark =
        new Watermark(COUNTER.windows().boundaryFrom(at), COUNTER.windows().boundaryFrom(at));
    Instant stamp = watermark.factsBefore();
    assertThat(
            store.settle(
                COUNTER,
                List.of(
                    new Settlement(
                        POST, null, 0, 0, watermark, Set.of(), Doubt.NONE, false, null))))
        .containsExactly(Settlement.Result.INSTALLED);
    RedisCounterStore shared = Hand.store(used);
    ExecutorService pool = Executors.newFixedThreadPool(WORKERS);
    long began = System.nanoTime();
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        int worker = i;
        futures.add(pool.submit(() -> work(shared, worker, stamp)));
      }
      for (Future<?> future : futures) {
        future.get(300, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
    print(title, System.nanoTime() - began, used.retried());
    assertThat(Hand.stored(store, COUNTER, POST).fastValue()).isEqualTo(WORKERS * EACH);
    assertThat(store.examine(COUNTER, List.of(POST)).values())
        .singleElement()
        .satisfies(examined -> assertThat(examined.changes()).hasSize(WORKERS * EACH));
  }

  private void work(RedisCounterStore store, int worker, Instant stamp) {
    for (int i = 0; i < EACH; i++) {
      Change change = Change.added(COUNTER.name(), POST.key()).fact(worker + "-" + i).at(stamp);
      long began = System.nanoTime();
      Outcome outcome = sentUntilAnswered(store, change);
      nanos.add(System.nanoTime() - began);
      switch (outcome.kind()) {
        case APPLIED -> confirmed.incrementAndGet();
        case DUPLICATE -> duplicates.incrementAndGet();
        default -> throw new AssertionError(outcome);
      }
    }
  }

  private Outcome sentUntilAnswered(RedisCounterStore store, Change change) {
    for (int attempt = 1; ; attempt++) {
      try {
        return store.accept(COUNTER, List.of(change), false).get(0);
      } catch (AnswerLostException | UnavailableException e) {
        unknowns.incrementAndGet();
        if (attempt == TRIES_MAX) {
          throw e;
        }
      }
    }
  }

  private void print(String title, long tookNanos, long retried) {
    List<Long> sorted = nanos.stream().sorted().toList();
    System.out.printf(
        Locale.ROOT,
        "Redis, %s: applied %d, duplicate %d, unknown %d, sent again by us %d, in %d ms;"
            + " one change p50 %.2f ms, p99 %.2f ms, max %.1f ms%n",
        title,
        confirmed.get(),
        duplicates.get(),
        unknowns.get(),
        retried,
        tookNanos / 1_000_000,
        millis(sorted, 0.5),
        millis(sorted, 0.99),
        millis(sorted, 1.0));
  }

  private static double millis(List<Long> sorted, double part) {
    return sorted.get((int) Math.ceil(part * sorted.size()) - 1) / 1e6;
  }
}
