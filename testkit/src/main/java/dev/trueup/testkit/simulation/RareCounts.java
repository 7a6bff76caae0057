package dev.trueup.testkit.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** How often each rare event was seen. Not thread-safe. */
public final class RareCounts {
  private final Map<RareEvent, Long> counts = new EnumMap<>(RareEvent.class);

  void add(RareEvent event) {
    counts.merge(event, 1L, Long::sum);
  }

  void addAll(RareCounts other) {
    other.counts.forEach((event, count) -> counts.merge(event, count, Long::sum));
  }

  /** How often this one was seen. */
  public long of(RareEvent event) {
    return counts.getOrDefault(event, 0L);
  }

  /** Those that were never seen. */
  public List<RareEvent> missing() {
    List<RareEvent> missing = new ArrayList<>();
    for (RareEvent event : RareEvent.values()) {
      if (of(event) == 0) {
        missing.add(event);
      }
    }
    return missing;
  }

  /** A line for each, for printing. */
  public String table() {
    StringBuilder table = new StringBuilder();
    for (RareEvent event : RareEvent.values()) {
      table.append(
          String.format(
              Locale.ROOT,
              "  %-42s %12d%n",
              event.name().toLowerCase(Locale.ROOT).replace('_', ' '),
              of(event)));
    }
    return table.toString();
  }
}
