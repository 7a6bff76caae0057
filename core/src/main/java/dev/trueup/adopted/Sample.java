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
 * @param capacity what this very counter can hold, where one differs from the next; null: the same
 *     as all of its place
 */
public record Sample(
    Subject subject,
    boolean present,
    @Nullable String stored,
    BigDecimal truth,
    long facts,
    String digest,
    @Nullable Capacity capacity) {
  /** A sample from a place whose counters are all of one type. */
  public Sample(
      Subject subject,
      boolean present,
      @Nullable String stored,
      BigDecimal truth,
      long facts,
      String digest) {
    this(subject, present, stored, truth, facts, digest, null);
  }

  /** Whether both saw the same rows and the same counter. */
  public boolean isUnchanged(Sample other) {
    return equals(other);
  }
}
