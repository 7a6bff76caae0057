package dev.trueup.drift;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How much of a counter is audited within the promised interval.
 *
 * @param subjects known to the store
 * @param audited of them, those recounted within the interval
 * @param oldest when the subject that waited longest was recounted; null where one never was, or
 *     there are none
 */
public record Coverage(long subjects, long audited, @Nullable Instant oldest) {
  /** From 0 to 1; 1 where there are no subjects. */
  public double share() {
    return subjects == 0 ? 1 : (double) audited / subjects;
  }
}
