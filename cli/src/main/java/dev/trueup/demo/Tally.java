package dev.trueup.demo;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happened. Thread-safe. */
final class Tally {
  private final LongAdder events = new LongAdder();
  private final Map<Injected, LongAdder> injected = new EnumMap<>(Injected.class);

  /**
   * The counts at one moment.
   *
   * @param events what users did: comments written, removed, restored, moved
   * @param injected what went wrong, each at least 0
   */
  record Counts(long events, Map<Injected, Long> injected) {
    long of(Injected what) {
      return injected.getOrDefault(what, 0L);
    }

    /** The count with its word. */
    String worded(Injected what) {
      return what.counted(of(what));
    }
  }

  Tally() {
    for (Injected what : Injected.values()) {
      injected.put(what, new LongAdder());
    }
  }

  void event() {
    events.increment();
  }

  void add(Injected what, int count) {
    LongAdder adder = injected.get(what);
    if (adder != null) {
      adder.add(count);
    }
  }

  Counts counts() {
    Map<Injected, Long> sums = new EnumMap<>(Injected.class);
    injected.forEach((what, adder) -> sums.put(what, adder.sum()));
    return new Counts(events.sum(), sums);
  }
}
