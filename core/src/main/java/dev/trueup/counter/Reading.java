package dev.trueup.counter;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A value of a subject, and how it was come by.
 *
 * @param counter the counter's name
 * @param subject what is counted for
 * @param value exact
 * @param mode how it was read; a FAST or FRESH reading of a subject without a base is answered from
 *     the source and says SOURCE
 * @param watermark of the base, where there is one
 * @param age how long ago the base was installed, where there is one
 */
public record Reading(
    String counter,
    Subject subject,
    long value,
    Mode mode,
    @Nullable Watermark watermark,
    @Nullable Duration age) {

  /** How a value is read. */
  public enum Mode {
    /** Base and delta cells. */
    FAST,
    /** Base and the facts counted from the source past the watermark. */
    FRESH,
    /** A full count of the source. */
    SOURCE
  }

  /** Whether there is a base. */
  public boolean hasBase() {
    return watermark != null;
  }
}
