package dev.trueup.members;

import java.time.Instant;

/**
 * How far a relation's past is closed. Lines are only ever raised.
 *
 * @param sealedBefore days before this one are sealed or about to be, and closed to all operations
 * @param removalsBefore removals before this time may have been forgotten
 * @param now the store's clock when the lines were read
 */
public record Lines(long sealedBefore, Instant removalsBefore, Instant now) {
  /** No day is before it; far enough from the ends of the range to count on. */
  public static final long NO_SEAL = -4_000_000;

  /** No operation is before it. */
  public static final Instant NOTHING_FORGOTTEN = Times.MIN;
}
