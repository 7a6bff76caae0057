package dev.trueup.testkit.simulation;

import java.util.TreeMap;

/** The transactions of the application that have begun and not ended. */
final class OpenTransactions {
  private final TreeMap<Long, Integer> begun = new TreeMap<>();

  void begin(long at) {
    begun.merge(at, 1, Integer::sum);
  }

  void end(long at) {
    begun.computeIfPresent(at, (key, count) -> count == 1 ? null : count - 1);
  }

  /** When the oldest began; {@link World#ALWAYS} where there is none. */
  long oldest() {
    return begun.isEmpty() ? World.ALWAYS : begun.firstKey();
  }
}
