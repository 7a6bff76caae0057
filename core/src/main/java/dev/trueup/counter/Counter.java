package dev.trueup.counter;

import dev.trueup.error.BadRequestException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * A managed counter of kind {@code rows}: a named definition of what is counted.
 *
 * @param name as in trueup.yaml, {@code post.comments}
 * @param windows how time is cut; a multiple of the precision of the source's stamps
 * @param settle longer than visibility lag, clock skew, replica lag and the oldest open transaction
 *     together; at least one window
 * @param immutable subject, amount, predicate columns and created stamp of a fact never change, and
 *     its deleted stamp is set once
 */
public record Counter(String name, Windows windows, Duration settle, boolean immutable) {
  /** What a counter may be called. */
  public static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

  public static final Duration WINDOW_DEFAULT = Duration.ofSeconds(10);
  public static final Duration SETTLE_DEFAULT = Duration.ofSeconds(30);

  public Counter {
    if (!NAME.matcher(name).matches()) {
      throw new BadRequestException(
          "A counter cannot be called \""
              + name
              + "\"; allowed are 1 to 100 of a-z, 0-9, '.', '_' and '-'.");
    }
    if (settle.compareTo(windows.size()) < 0) {
      throw new BadRequestException(
          "Counter "
              + name
              + ": a settle time of "
              + settle
              + " is shorter than its window of "
              + windows.size()
              + "; it has to be at least one window.");
    }
  }

  /** The cell that a change belongs to. */
  public Cell cellOf(Change change) {
    return windows.cellOf(change.factAt(), change.occurredAt());
  }

  /**
   * W for a snapshot whose first read was at the boundary B: the last boundary a settle time back.
   */
  public Instant factsBeforeFor(Instant eventsBefore) {
    return windows.startOf(eventsBefore.minus(settle));
  }
}
