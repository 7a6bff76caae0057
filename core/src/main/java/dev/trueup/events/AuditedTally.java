package dev.trueup.events;

import dev.trueup.counter.Subject;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a store holds about a subject, summed up by the store itself and judged by {@link
 * EventAudit}.
 *
 * @param stored the tally; null where there is none
 * @param rows how many rows the journal has of it
 * @param added the sum of their amounts above zero
 * @param removed the sum of their amounts below zero, without their sign
 * @param broken rows that do not follow from the one before, as far as that is still there; at most
 *     {@link #BROKEN_MAX} of them
 */
public record AuditedTally(
    Subject subject,
    @Nullable EventTally stored,
    long rows,
    BigInteger added,
    BigInteger removed,
    List<BrokenRow> broken) {
  /** The most broken rows that are told of one subject. */
  public static final int BROKEN_MAX = 20;

  public AuditedTally {
    broken = List.copyOf(broken);
  }

  /**
   * A row whose value is not that of the row before plus its own amount.
   *
   * @param before the value after the row before; 0 for the first
   * @param after the value that the row says
   */
  public record BrokenRow(String id, long sequence, long before, long amount, long after) {}
}
