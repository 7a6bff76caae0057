package dev.trueup.events;

import java.time.Instant;
import java.util.Collection;

/**
 * What a subject has come to. The value is what was added minus what was taken back; both are kept,
 * so that no part of them, sealed in whatever order, can leave 64 bits.
 *
 * @param added the sum of the amounts above zero, sealed ones too
 * @param removed the sum of the amounts below zero, without their sign, sealed ones too
 * @param events how many events that is, sealed ones too
 * @param sealed the part whose events are dropped
 * @param sealedBefore below it events may be dropped, and none is taken; {@link #NEVER} where
 *     nothing of this subject was sealed
 */
public record EventTally(
    long added, long removed, long events, Sealed sealed, Instant sealedBefore) {
  /** The line of a subject, or a counter, of which nothing was sealed. */
  public static final Instant NEVER = Instant.parse("0001-01-01T00:00:00Z");

  /** Of a subject that has no events yet. */
  public static final EventTally ZERO = new EventTally(0, 0, 0, Sealed.NOTHING, NEVER);

  /**
   * The part of a tally whose events are dropped; on record for ever.
   *
   * @param added the sum of their amounts above zero
   * @param removed the sum of their amounts below zero, without their sign
   * @param events how many were sealed
   */
  public record Sealed(long added, long removed, long events) {
    public static final Sealed NOTHING = new Sealed(0, 0, 0);

    /** What the sealed events add to the value. */
    public long value() {
      return Math.subtractExact(added, removed);
    }
  }

  /** Exact: both sums are zero or more, so their difference fits wherever they do. */
  public long value() {
    return Math.subtractExact(added, removed);
  }

  /**
   * Whether one more event of this amount would take one of the sums past a bound.
   *
   * @param sumMax at least 0
   */
  boolean overflowsWith(long amount, long sumMax) {
    return amount > 0 ? added > sumMax - amount : removed > sumMax + amount;
  }

  /** The tally after one more event, which has to fit. */
  EventTally plus(long amount) {
    return new EventTally(
        Math.addExact(added, Math.max(0, amount)),
        Math.addExact(removed, Math.max(0, Math.negateExact(amount))),
        Math.addExact(events, 1),
        sealed,
        sealedBefore);
  }

  /**
   * The tally after some of its events are dropped.
   *
   * @param line below which they are; the line of a subject never falls
   */
  public EventTally sealing(Collection<JournalRow> dropped, Instant line) {
    long more = sealed.added();
    long less = sealed.removed();
    for (JournalRow row : dropped) {
      more = Math.addExact(more, Math.max(0, row.amount()));
      less = Math.addExact(less, Math.max(0, Math.negateExact(row.amount())));
    }
    return new EventTally(
        added,
        removed,
        events,
        new Sealed(more, less, Math.addExact(sealed.events(), dropped.size())),
        line.isAfter(sealedBefore) ? line : sealedBefore);
  }
}
