package dev.trueup.ledger;

import dev.trueup.error.BadRequestException;

/**
 * Between what the balances of a counter are held, both inclusive. The sum of no entries is 0, so 0
 * lies between them.
 *
 * @param floor the least that may be available; {@link Long#MIN_VALUE} where none is set
 * @param ceiling the most that a balance may be; {@link Long#MAX_VALUE} where none is set
 */
public record Bounds(long floor, long ceiling) {
  /** No bounds but those of 64 bits: what would pass them is refused as an overflow. */
  public static final Bounds NONE = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

  public Bounds {
    if (floor > ceiling) {
      throw new BadRequestException(
          "A floor of "
              + floor
              + " is above its ceiling of "
              + ceiling
              + "; the floor has to be the lower one.");
    }
    if (floor > 0 || ceiling < 0) {
      throw new BadRequestException(
          "A balance begins at 0, which is not between a floor of "
              + floor
              + " and a ceiling of "
              + ceiling
              + "; give a floor of 0 or less and a ceiling of 0 or more.");
    }
  }

  public boolean hasFloor() {
    return floor != Long.MIN_VALUE;
  }

  public boolean hasCeiling() {
    return ceiling != Long.MAX_VALUE;
  }
}
