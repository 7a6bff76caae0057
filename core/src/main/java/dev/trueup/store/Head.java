package dev.trueup.store;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Watermark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps about a subject, beside its cells.
 *
 * @param base the recounted value with its watermark and install time; null before the first
 * @param version changes with every settle, hold, release and forget; a new head starts at a random
 *     one, so that a head that was lost and made again is never taken for the old
 * @param mark the mark number, raised by every mark; never touches the version
 * @param marked whether the next pass has to recount the subject
 * @param held an undo put the old value back; nothing is installed until it is released
 * @param forgottenUntil the subject was forgotten: changes and bases are refused until then
 */
public record Head(
    @Nullable Base base,
    long version,
    long mark,
    boolean marked,
    boolean held,
    @Nullable Instant forgottenUntil) {

  /**
   * A base.
   *
   * @param value the recounted value
   * @param watermark what it was recounted at
   * @param installedAt the store's clock when it was installed
   */
  public record Base(long value, Watermark watermark, Instant installedAt) {}

  /** Whether a change of this cell is inside the base. */
  public boolean covers(Cell cell) {
    Base current = base;
    return current != null && current.watermark().covers(cell);
  }

  /** Whether changes are refused because the subject was forgotten. */
  public boolean isForgottenAt(Instant now) {
    Instant until = forgottenUntil;
    return until != null && now.isBefore(until);
  }
}
