package dev.trueup.adopted;

import dev.trueup.counter.Subject;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The rows and the counter of one subject, side by side, at one moment. Two that are equal say that
 * nothing has changed in between.
 *
 * @param subject the subject
 * @param present whether the target has it at all
 * @param stored the counter as text, exactly as the database shows it; null where it is NULL
 * @param truth the total of the rows that count, exact
 * @param facts how many rows count
 * @param digest of the rows' ids, whatever their order; empty where it was not asked for
 */
public record Sample(
    Subject subject,
    boolean present,
    @Nullable String stored,
    BigDecimal truth,
    long facts,
    String digest) {
  /** Whether both saw the same rows and the same counter. */
  public boolean isUnchanged(Sample other) {
    return equals(other);
  }
}
