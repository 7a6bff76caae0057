package dev.trueup.members;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a store tells about one relation inside one step. Keys are compared byte for byte, and
 * ordered by their UTF-8 bytes.
 */
public interface MemberView {
  /** The lines and the store's clock, as they are now. */
  Lines lines();

  /** The counts of these places; a place without one is left out. */
  Map<Place, Tally> tallies(Collection<Place> places);

  /** How many are in at a place, counted one by one from the rows that are there. */
  long counted(Place place);

  /** What is known of these memberships; what was never heard of is left out. */
  Map<MemberKey, Membership> memberships(Collection<MemberKey> keys);

  /**
   * The memberships of a place that are in, by the key at the other end.
   *
   * @param after the key at the other end that the page begins behind; null from the start
   */
  List<Membership> membersOf(Place place, @Nullable String after, int limit);

  /** All rows of a place, in and out, in any order. */
  List<Membership> rowsOf(Place place, int limit);

  /**
   * Rows of a key, in and out, decided no later than a time, in any order.
   *
   * @param fromDay no earlier day
   * @param decidedBy null for any time
   */
  List<Membership> rowsOf(Ending.Key key, long fromDay, @Nullable Instant decidedBy, int limit);

  /** What happened to these keys; those that live on as they were are left out. */
  Map<Ending.Key, Ending> endings(Collection<Ending.Key> keys);

  /** The counts behind a place of its side, by key and day. */
  List<Tally> talliesAfter(Side side, @Nullable Place after, int limit);

  /** The same places' counts made from the rows, without those that are zero. */
  List<Tally> countedAfter(Side side, @Nullable Place after, int limit);

  /** The days of a key that have a count, from a day on, in order. */
  List<Tally> days(Ending.Key key, long fromDay, int limit);

  /** Places of the subject side before a day that are not sealed and drained, in any order. */
  List<Tally> undrainedBefore(long day, int limit);

  /** Memberships that are out and were decided before a time, in any order. */
  List<Membership> removalsBefore(Instant time, int limit);
}
