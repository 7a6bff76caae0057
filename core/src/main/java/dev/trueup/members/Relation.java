package dev.trueup.members;

import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * Who is a member of what. One set, counted by one counter, or by two: from both of its sides. It
 * is kept once, under the name that comes first, whichever counter names the other.
 *
 * @param name the counter that counts the members of a subject
 * @param otherSide the counter that counts the subjects of a member, if there is one
 * @param zone where a member counts once per local day: the zone of those days
 * @param selfAllowed whether a subject may be a member of itself
 * @param aheadMax how far an operation's time may be ahead of the store's clock
 */
public record Relation(
    String name,
    @Nullable String otherSide,
    @Nullable ZoneId zone,
    boolean selfAllowed,
    Duration aheadMax) {
  public static final Duration AHEAD_STANDARD = Duration.ofSeconds(30);

  public Relation {
    requireName(name);
    if (otherSide != null) {
      requireName(otherSide);
      if (otherSide.compareTo(name) <= 0) {
        throw new BadRequestException(
            "The sides "
                + name
                + " and "
                + otherSide
                + " are not two names in their order; two counters face each other.");
      }
      if (zone != null) {
        throw new BadRequestException(
            "Counter "
                + name
                + " counts per day and has the other side "
                + otherSide
                + "; a counter per day has one side only.");
      }
    }
    if (aheadMax.isNegative() || aheadMax.compareTo(Duration.ofDays(1)) > 0) {
      throw new BadRequestException(
          "Counter " + name + ": times may be ahead by 0 s to 24 h, not by " + aheadMax + ".");
    }
  }

  /** One counter, one set, for ever. A subject is no member of itself. */
  public static Relation of(String counter) {
    return new Relation(counter, null, null, false, AHEAD_STANDARD);
  }

  /** Two counters of one set, in any order. A subject is no member of itself. */
  public static Relation between(String counter, String otherSide) {
    return counter.compareTo(otherSide) < 0
        ? new Relation(counter, otherSide, null, false, AHEAD_STANDARD)
        : new Relation(otherSide, counter, null, false, AHEAD_STANDARD);
  }

  /**
   * A set for each local day. What is viewed and who views are seldom of one kind, so equal keys
   * are allowed.
   */
  public static Relation perDay(String counter, ZoneId zone) {
    return new Relation(counter, null, zone, true, AHEAD_STANDARD);
  }

  /** The same, allowing or refusing that a subject is a member of itself. */
  public Relation withSelfAllowed(boolean allowed) {
    return new Relation(name, otherSide, zone, allowed, aheadMax);
  }

  /** The same with another allowance for clocks that are ahead. */
  public Relation withAheadMax(Duration ahead) {
    return new Relation(name, otherSide, zone, selfAllowed, ahead);
  }

  public boolean isPerDay() {
    return zone != null;
  }

  /** Whether counts are kept for this side. */
  public boolean counts(Side side) {
    return side == Side.SUBJECT || otherSide != null;
  }

  /** The side that a counter of this relation looks from. */
  public Side sideOf(String counter) {
    return counter.equals(otherSide) ? Side.MEMBER : Side.SUBJECT;
  }

  /** The counter that looks from a side; for a side that is not counted, the one there is. */
  public String counterOf(Side side) {
    return side == Side.MEMBER && otherSide != null ? otherSide : name;
  }

  /** The day that a time belongs to, {@link Place#NO_DAY} where days do not matter. */
  public long dayOf(Instant at) {
    return zone == null ? Place.NO_DAY : at.atZone(zone).toLocalDate().toEpochDay();
  }

  private static void requireName(String counter) {
    if (!Counter.NAME.matcher(counter).matches()) {
      throw new BadRequestException(
          "A counter cannot be called \""
              + counter
              + "\"; allowed are 1 to 100 of a-z, 0-9, '.', '_' and '-'.");
    }
  }
}
