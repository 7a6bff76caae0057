package dev.trueup.testkit.simulation;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** How often each of a kind of rare interleavings was met. Not thread-safe. */
public final class EnumCounts<E extends Enum<E>> {
  private final Class<E> kind;
  private final Map<E, Long> counts;

  public EnumCounts(Class<E> kind) {
    this.kind = kind;
    this.counts = new EnumMap<>(kind);
  }

  public void met(E event) {
    counts.merge(event, 1L, Long::sum);
  }

  /** Adds what another run met. */
  public void add(EnumCounts<E> other) {
    other.counts.forEach((event, count) -> counts.merge(event, count, Long::sum));
  }

  public long of(E event) {
    return counts.getOrDefault(event, 0L);
  }

  /** A table, one interleaving a line. */
  @Override
  public String toString() {
    StringBuilder table = new StringBuilder();
    for (E event : kind.getEnumConstants()) {
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
