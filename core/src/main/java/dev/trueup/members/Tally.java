package dev.trueup.members;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The count of a place, kept beside its members and changed with them.
 *
 * @param members how many are in, the sealed ones too
 * @param seal null while the members are kept one by one
 */
public record Tally(Place place, long members, @Nullable Seal seal) {

  /**
   * The end of a day: members are no longer known one by one, only how many there were.
   *
   * @param members how many were sealed
   * @param at when, by the store's clock
   * @param drained whether the rows of the members are gone
   */
  public record Seal(long members, Instant at, boolean drained) {}

  static Tally empty(Place place) {
    return new Tally(place, 0, null);
  }

  public boolean isSealed() {
    return seal != null;
  }

  Tally plus(long change) {
    return new Tally(place, Math.addExact(members, change), seal);
  }
}
