package dev.trueup.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** How often a second several threads together got something done, over several rounds. */
final class Rates {
  /** What one thread does again and again. */
  @FunctionalInterface
  interface Work {
    /** Does it once and returns how many changes that were. */
    int once() throws Exception;
  }

  /** Prepares the work of a thread, in that thread. */
  @FunctionalInterface
  interface Worker {
    Work prepare(int thread) throws Exception;
  }

  private static final int LATENCIES_MAX = 20_000;

  private final String name;
  private final List<Double> perSecond = new ArrayList<>();
  private final List<Long> latencies = new ArrayList<>();

  Rates(String name) {
    this.name = name;
  }

  void measure(int threads, int seconds, Worker worker) throws Exception {
    ExecutorService service = Executors.newFixedThreadPool(threads);
    try {
      List<Future<Run>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        runs.add(service.submit(() -> run(worker.prepare(thread), seconds)));
      }
      double sum = 0;
      for (Future<Run> run : runs) {
        sum += run.get().perSecond();
        latencies.addAll(run.get().nanos());
      }
      perSecond.add(sum);
    } catch (ExecutionException e) {
      throw new IllegalStateException("A thread of '" + name + "' failed", e);
    } finally {
      service.shutdownNow();
    }
  }

  private static Run run(Work work, int seconds) throws Exception {
    long started = System.nanoTime();
    long end = started + TimeUnit.SECONDS.toNanos(seconds);
    List<Long> nanos = new ArrayList<>();
    long changes = 0;
    long before = started;
    while (before < end) {
      changes += work.once();
      long now = System.nanoTime();
      if (nanos.size() < LATENCIES_MAX) {
        nanos.add(now - before);
      }
      before = now;
    }
    return new Run((double) changes * TimeUnit.SECONDS.toNanos(1) / (before - started), nanos);
  }

  double median() {
    List<Double> sorted = new ArrayList<>(perSecond);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  @Override
  public String toString() {
    long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
    return String.format(
        Locale.ROOT,
        "%-36s median %9.0f changes/s, from %9.0f to %9.0f; a call: p50 %7.3f ms, p99 %7.3f ms",
        name,
        median(),
        Collections.min(perSecond),
        Collections.max(perSecond),
        millis(sorted[sorted.length / 2]),
        millis(sorted[(int) (sorted.length * 99L / 100)]));
  }

  private static double millis(long nanos) {
    return (double) nanos / TimeUnit.MILLISECONDS.toNanos(1);
  }

  private record Run(double perSecond, List<Long> nanos) {}
}
