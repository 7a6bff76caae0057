package dev.trueup.counter;

import dev.trueup.error.BadRequestException;
import java.time.Duration;
import java.time.Instant;

/**
 * Cuts time into half-open windows {@code [start, start + size)}, aligned to 1970-01-01T00:00Z.
 *
 * @param size a whole number of milliseconds, at least one and at most a day
 */
public record Windows(Duration size) {
  /**
   * The window of facts that have no created stamp. They were there before any watermark. Small
   * enough that no stamp of a real source is before it, large enough that every store can hold it
   * in microseconds.
   */
  public static final Instant BEFORE_ALL = Instant.parse("-9999-01-01T00:00:00Z");

  private static final Duration SIZE_MAX = Duration.ofDays(1);

  public Windows {
    if (size.isNegative()
        || size.isZero()
        || size.compareTo(SIZE_MAX) > 0
        || size.toNanosPart() % 1_000_000 != 0) {
      throw new BadRequestException(
          "A window of "
              + size
              + " cannot be used; from 1 ms to 24 h in whole milliseconds is allowed.");
    }
  }

  /** The start of the window that an instant is in. */
  public Instant startOf(Instant instant) {
    if (!instant.isAfter(BEFORE_ALL)) {
      return BEFORE_ALL;
    }
    long millis = instant.toEpochMilli();
    return Instant.ofEpochMilli(millis - Math.floorMod(millis, size.toMillis()));
  }

  /** The first boundary at or after an instant. */
  public Instant boundaryFrom(Instant instant) {
    Instant start = startOf(instant);
    return start.equals(instant) ? start : start.plus(size);
  }

  /** The cell of a change. */
  public Cell cellOf(Instant factAt, Instant occurredAt) {
    return new Cell(startOf(factAt), startOf(occurredAt));
  }
}
