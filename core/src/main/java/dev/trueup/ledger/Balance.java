package dev.trueup.ledger;

/**
 * What a subject has, exactly, as of one moment.
 *
 * @param amount the sum of its entries
 * @param reserved what open reservations hold of it, zero or more; it is still part of the amount
 * @param entries how many entries it is the sum of, reservations and their ends counted too
 */
public record Balance(long amount, long reserved, long entries) {
  /** Of a subject that has no entries yet. */
  public static final Balance ZERO = new Balance(0, 0, 0);

  /** What can still be taken or reserved down to a floor of 0: amount minus reserved. */
  public long available() {
    return Math.subtractExact(amount, reserved);
  }
}
