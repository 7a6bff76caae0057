package dev.trueup.members;

import dev.trueup.error.BrokenInvariantException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Changes of memberships in one step, and what they do to the counts of both sides. Counts follow
 * from the memberships here and nowhere else.
 */
final class Edit {
  private final Relation relation;
  private final Map<Place, Tally> tallies;
  private final Map<MemberKey, Membership> rows;
  private final Set<MemberKey> known;
  private final Set<MemberKey> touched = new LinkedHashSet<>();
  private final Map<Place, Tally> counted = new LinkedHashMap<>();

  /**
   * @param tallies the locked ones
   * @param rows read after they were locked
   */
  Edit(Relation relation, Map<Place, Tally> tallies, Map<MemberKey, Membership> rows) {
    this.relation = relation;
    this.tallies = new HashMap<>(tallies);
    this.rows = new HashMap<>(rows);
    this.known = Set.copyOf(rows.keySet());
  }

  @Nullable Membership row(MemberKey key) {
    return rows.get(key);
  }

  @Nullable Tally tally(Place place) {
    return tallies.get(place);
  }

  /** The places of a membership whose counts are kept. */
  static List<Place> places(Relation relation, MemberKey key) {
    List<Place> places = new ArrayList<>(2);
    for (Side side : Side.values()) {
      if (relation.counts(side)) {
        places.add(key.place(side));
      }
    }
    return places;
  }

  /** Whether every count of a membership is locked. */
  boolean holds(MemberKey key) {
    return places(relation, key).stream().allMatch(tallies::containsKey);
  }

  /** Whether a day that this membership counts in is sealed. */
  boolean isSealed(MemberKey key) {
    return places(relation, key).stream()
        .map(tallies::get)
        .anyMatch(tally -> tally != null && tally.isSealed());
  }

  void put(Membership membership) {
    Membership before = rows.put(membership.key(), membership);
    count(membership.key(), before, membership);
  }

  void drop(MemberKey key) {
    count(key, rows.remove(key), null);
  }

  private void count(MemberKey key, @Nullable Membership before, @Nullable Membership after) {
    touched.add(key);
    int change = presence(after) - presence(before);
    if (change == 0) {
      return;
    }
    for (Place place : places(relation, key)) {
      Tally tally = tallies.get(place);
      if (tally == null || tally.isSealed()) {
        throw new BrokenInvariantException(
            relation.counterOf(place.side())
                + " of "
                + place.key()
                + ": a member was to be changed whose count is "
                + (tally == null ? "not locked." : "sealed."));
      }
      Tally next = tally.plus(change);
      if (next.members() < 0) {
        throw new BrokenInvariantException(
            relation.counterOf(place.side())
                + " of "
                + place.key()
                + " would fall below zero: its count is less than its members. Nothing was"
                + " changed; run an audit.");
      }
      tallies.put(place, next);
      counted.put(place, next);
    }
  }

  private static int presence(@Nullable Membership membership) {
    return membership != null && membership.present() ? 1 : 0;
  }

  /** Writes what was changed. */
  void write(MemberRows to) {
    List<Membership> written = new ArrayList<>();
    List<MemberKey> dropped = new ArrayList<>();
    for (MemberKey key : touched) {
      Membership membership = rows.get(key);
      if (membership != null) {
        written.add(membership);
      } else if (known.contains(key)) {
        dropped.add(key);
      }
    }
    writeUnlessEmpty(to, written, dropped);
  }

  private void writeUnlessEmpty(
      MemberRows to, Collection<Membership> written, Collection<MemberKey> dropped) {
    if (!dropped.isEmpty()) {
      to.dropMemberships(dropped);
    }
    if (!written.isEmpty()) {
      to.putMemberships(written);
    }
    if (!counted.isEmpty()) {
      to.putTallies(counted.values());
    }
  }
}
