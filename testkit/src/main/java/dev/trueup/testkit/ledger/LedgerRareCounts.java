package dev.trueup.testkit.ledger;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** How often each rare interleaving was met. Not thread-safe. */
public final class LedgerRareCounts {
  private final Map<LedgerRareEvent, Long> counts = new EnumMap<>(LedgerRareEvent.class);

  void met(LedgerRareEvent event) {
    counts.merge(event, 1L, Long::sum);
  }

  /** Adds what another run met. */
  public void add(LedgerRareCounts other) {
    other.counts.forEach((event, count) -> counts.merge(event, count, Long::sum));
  }

  public long of(LedgerRareEvent event) {
    return counts.getOrDefault(event, 0L);
  }

  /** A table, one interleaving a line. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    for (LedgerRareEvent event : LedgerRareEvent.values()) {
      table.append(
          String.format(
              Locale.ROOT,
              "%-36s %10d%n",
              event.name().toLowerCase(Locale.ROOT).replace('_', ' '),
              of(event)));
    }
    return table.toString();
  }
}
