package dev.trueup.members;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A count that is not what its members add up to. Nothing in Trueup makes one; somebody wrote to
 * its tables.
 *
 * @param day for counters per day
 * @param count the one that is kept; null if there is none
 * @param counted what the members, or the seal on record, say
 */
public record MemberDrift(
    String counter,
    String subject,
    @Nullable LocalDate day,
    @Nullable Long count,
    long counted,
    Verdict verdict) {

  /** What is wrong. */
  public enum Verdict {
    /** The count is not the number of members. */
    COUNT_DIFFERS,
    /** There are members and no count. */
    COUNT_MISSING,
    /** The count of a sealed day is not the number that was sealed. */
    SEAL_DIFFERS
  }
}
