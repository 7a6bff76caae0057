package dev.trueup.counter;

import java.time.Instant;

/**
 * The doubtful interval of a recount: what happened to counted facts in event windows from {@code
 * from} (inclusive) to {@code to} (exclusive) may or may not have been seen by it.
 */
public record Doubt(Instant from, Instant to) {
  /** Nothing is in doubt: the question was asked of stamps that had settled. */
  public static final Doubt NONE = new Doubt(Instant.EPOCH, Instant.EPOCH);

  /** Whether the changes of this cell may or may not have been seen. */
  public boolean includes(Cell cell, Watermark watermark) {
    return cell.factWindow().isBefore(watermark.factsBefore())
        && !cell.eventWindow().isBefore(from)
        && cell.eventWindow().isBefore(to);
  }
}
