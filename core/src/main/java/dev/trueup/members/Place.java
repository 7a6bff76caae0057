package dev.trueup.members;

/**
 * What has a count: a key, seen from one side, on one day. Ordered as locks are taken: by side, key
 * (in UTF-8) and day.
 *
 * @param key a subject, or on the other side a member
 * @param day since 1970-01-01, of the relation's zone; {@link #NO_DAY} where days do not matter
 */
public record Place(Side side, String key, long day) implements Comparable<Place> {
  public static final long NO_DAY = 0;

  @Override
  public int compareTo(Place other) {
    int bySide = side.compareTo(other.side);
    if (bySide != 0) {
      return bySide;
    }
    int byKey = KeyOrder.compare(key, other.key);
    return byKey != 0 ? byKey : Long.compare(day, other.day);
  }
}
