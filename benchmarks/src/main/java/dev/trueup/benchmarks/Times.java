package dev.trueup.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What several runs of one thing took. */
final class Times {
  /** Something to measure. */
  @FunctionalInterface
  interface Measured {
    void run() throws Exception;
  }

  private final String name;
  private final List<Long> nanos = new ArrayList<>();

  Times(String name) {
    this.name = name;
  }

  void measure(Measured measured) throws Exception {
    long started = System.nanoTime();
    measured.run();
    nanos.add(System.nanoTime() - started);
  }

  double medianSeconds() {
    List<Long> sorted = new ArrayList<>(nanos);
    Collections.sort(sorted);
    return seconds(sorted.get(sorted.size() / 2));
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%-28s median %8.3f s, fastest %8.3f s, slowest %8.3f s, of %d",
        name,
        medianSeconds(),
        seconds(Collections.min(nanos)),
        seconds(Collections.max(nanos)),
        nanos.size());
  }

  private static double seconds(long nanos) {
    return (double) nanos / TimeUnit.SECONDS.toNanos(1);
  }
}
