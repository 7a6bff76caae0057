package dev.trueup.members;

import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.SortedSet;

/**
 * What may be done to one relation inside one atomic step. Everything that is read here is as fresh
 * as the last commit before the reading.
 *
 * <p>Locks are taken in one order by everybody, so that no two steps wait for each other in a
 * circle: first gates, by number, then tallies, in the order of {@link Place}. A gate stands for
 * all keys of its number: what changes the ending of a key holds its gate alone, what relies on it
 * shares the gate. Whoever writes a membership holds the tallies of both of its sides that are
 * kept.
 */
public interface MemberRows extends MemberView {
  /** How many gates a relation has. */
  int GATES = 64;

  /** The gate of a key. */
  static int gateOf(String key) {
    int hash = key.hashCode();
    return Math.floorMod(hash ^ (hash >>> 16), GATES);
  }

  /** Holds gates until the step ends, beside others who share them. */
  void shareGates(SortedSet<Integer> gates);

  /** Holds gates until the step ends, alone. */
  void holdGates(SortedSet<Integer> gates);

  /** Locks the tallies that exist until the step ends. */
  Map<Place, Tally> lock(SortedSet<Place> places);

  /** Locks these tallies one after the other, making those that are missing, as zero. */
  void lockOrCreate(SortedSet<Place> places);

  /** Writes locked tallies. */
  void putTallies(Collection<Tally> tallies);

  /** Writes memberships, new or known. */
  void putMemberships(Collection<Membership> memberships);

  /** Deletes memberships; what is not there is no error. */
  void dropMemberships(Collection<MemberKey> keys);

  /** Writes the ending of a key whose gate is held. */
  void putEnding(Ending ending);

  /** Deletes what is known of keys that were removed before a time and not merged. */
  void dropEndingsBefore(Instant time);

  /** Raises the seal line; a lower one changes nothing. */
  void raiseSealedBefore(long day);

  /** Raises the line of forgotten removals; a lower one changes nothing. */
  void raiseRemovalsBefore(Instant time);
}
