package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Redis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Workers that add one a hundred times each, and send every change until it is answered. */
final class Workers {
  static final int EACH = 100;
  static final Subject POST = new Subject("42");
  static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
  private static final int TRIES_MAX = 1_000;

  final AtomicLong applied = new AtomicLong();
  final AtomicLong duplicates = new AtomicLong();
  final AtomicLong unknowns = new AtomicLong();
  private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

  /** Runs the workers numbered from {@code first} to before {@code end}, all at once. */
  void run(RedisCounterStore store, int first, int end, Instant stamp) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(end - first);
    try {
      List<Future<?>> futures = new ArrayList<>();
      for (int i = first; i < end; i++) {
        int worker = i;
        futures.add(pool.submit(() -> work(store, worker, stamp)));
      }
      for (Future<?> future : futures) {
        future.get(300, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private void work(RedisCounterStore store, int worker, Instant stamp) {
    for (int i = 0; i < EACH; i++) {
      Change change = Change.added(COUNTER.name(), POST.key()).fact(worker + "-" + i).at(stamp);
      long began = System.nanoTime();
      Outcome outcome = sentUntilAnswered(store, change);
      nanos.add(System.nanoTime() - began);
      switch (outcome.kind()) {
        case APPLIED -> applied.incrementAndGet();
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

  /** A line of figures. */
  String figures(String title, long tookNanos, long retried) {
    List<Long> sorted = nanos.stream().sorted().toList();
    return String.format(
        Locale.ROOT,
        "Redis, %s: applied %d, duplicate %d, unknown %d, sent again by us %d, in %d ms;"
            + " one change p50 %.2f ms, p99 %.2f ms, max %.1f ms",
        title,
        applied.get(),
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

  /** One process of several: the URL, the first worker, the end, and the stamp of all changes. */
  public static void main(String[] arguments) throws Exception {
    try (Redis redis = Hand.open(arguments[0])) {
      Workers workers = new Workers();
      long began = System.nanoTime();
      workers.run(
          Hand.store(redis),
          Integer.parseInt(arguments[1]),
          Integer.parseInt(arguments[2]),
          Instant.parse(arguments[3]));
      System.out.println(
          workers.figures(
              "workers " + arguments[1] + " to " + arguments[2],
              System.nanoTime() - began,
              redis.retried()));
      System.out.println("applied " + workers.applied.get());
    }
  }
}
