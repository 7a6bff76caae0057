package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.error.UnavailableException;
import dev.trueup.managed.Counters;
import dev.trueup.testkit.time.RealWaiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * Writers that add rows and send their changes until they are answered, and a reader that compares
 * each reading with what must be counted by then and what may be.
 */
final class WritingApplication {
  /** The application's own way to its rows. */
  interface Rows {
    /** Adds a row and tells its stamp. */
    Instant add(String fact, int subject);
  }

  private final String counter;
  private final int subjects;
  private final Rows source;
  private final Counters counters;
  private final RealWaiter waiter = new RealWaiter();
  private final AtomicBoolean stopped = new AtomicBoolean();
  final AtomicLong rows = new AtomicLong();
  final AtomicLong unknown = new AtomicLong();
  final AtomicLong readings = new AtomicLong();
  final AtomicLong refused = new AtomicLong();
  final AtomicLong fromSourceAgain = new AtomicLong();
  // Counted before the row is added, and after its change is answered.
  final AtomicLongArray begun;
  final AtomicLongArray confirmed;

  WritingApplication(String counter, int subjects, Rows source, Counters counters) {
    this.counter = counter;
    this.subjects = subjects;
    this.source = source;
    this.counters = counters;
    this.begun = new AtomicLongArray(subjects);
    this.confirmed = new AtomicLongArray(subjects);
  }

  /** Writes and reads for as long as the trouble lasts, and ends with every change answered. */
  void run(int writers, Runnable trouble) throws Exception {
    List<Thread> threads = new CopyOnWriteArrayList<>();
    ExecutorService pool =
        Executors.newFixedThreadPool(
            writers + 1,
            work -> {
              Thread thread = new Thread(work, "application-" + threads.size());
              threads.add(thread);
              return thread;
            });
    List<Future<?>> futures = new ArrayList<>();
    try {
      for (int i = 0; i < writers; i++) {
        int writer = i;
        futures.add(pool.submit(() -> write(writer)));
      }
      futures.add(pool.submit(this::watch));
      trouble.run();
      stopped.set(true);
      for (Future<?> future : futures) {
        future.get(60, TimeUnit.SECONDS);
      }
    } catch (AssertionError gaveUp) {
      // What a writer or the reader met, or is at, says more than that somebody waited in vain.
      for (Future<?> future : futures) {
        if (future.isDone()) {
          try {
            future.get();
          } catch (ExecutionException e) {
            gaveUp.addSuppressed(e.getCause() == null ? e : e.getCause());
          }
        }
      }
      for (Thread thread : threads) {
        Throwable standing = new Throwable(thread.getName() + " is here");
        standing.setStackTrace(thread.getStackTrace());
        gaveUp.addSuppressed(standing);
      }
      throw gaveUp;
    } finally {
      stopped.set(true);
      pool.shutdownNow();
    }
  }

  Reading read(int subject) {
    return counters.read(counter, Integer.toString(subject));
  }

  boolean allHaveABase() {
    try {
      return IntStream.range(0, subjects).allMatch(subject -> read(subject).hasBase());
    } catch (UnavailableException down) {
      return false;
    }
  }

  private void write(int writer) {
    for (int i = 0; !stopped.get(); i++) {
      int subject = ThreadLocalRandom.current().nextInt(subjects);
      begun.incrementAndGet(subject);
      String fact = writer + "-" + i;
      Instant at = source.add(fact, subject);
      rows.incrementAndGet();
      Change change = Change.added(counter, Integer.toString(subject)).fact(fact).at(at);
      Outcome outcome = counters.apply(change);
      while (outcome.kind() == Outcome.Kind.UNKNOWN) {
        unknown.incrementAndGet();
        waiter.waitFor(Duration.ofMillis(20));
        outcome = counters.apply(change);
      }
      assertThat(outcome.kind()).isNotEqualTo(Outcome.Kind.REJECTED);
      confirmed.incrementAndGet(subject);
      waiter.waitFor(Duration.ofMillis(10));
    }
  }

  private void watch() {
    boolean hadBases = false;
    while (!stopped.get()) {
      int subject = ThreadLocalRandom.current().nextInt(subjects);
      long least = confirmed.get(subject);
      try {
        Reading reading = read(subject);
        assertThat(reading.value()).isBetween(least, begun.get(subject));
        readings.incrementAndGet();
        hadBases |= allHaveABase();
        if (hadBases && !reading.hasBase()) {
          fromSourceAgain.incrementAndGet();
        }
      } catch (UnavailableException down) {
        refused.incrementAndGet();
      }
      waiter.waitFor(Duration.ofMillis(5));
    }
  }
}
