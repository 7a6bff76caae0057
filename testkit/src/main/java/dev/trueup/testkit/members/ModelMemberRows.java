package dev.trueup.testkit.members;

import dev.trueup.members.Ending;
import dev.trueup.members.Lines;
import dev.trueup.members.MemberKey;
import dev.trueup.members.MemberRows;
import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Side;
import dev.trueup.members.Tally;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One step on the model. Locks are nothing here: steps are serial. Extend it to break it. */
public class ModelMemberRows implements MemberRows {
  private final MemberModelState.Kept kept;
  private final Instant now;
  private final Deque<Runnable> undo = new ArrayDeque<>();

  protected ModelMemberRows(MemberModelState.Kept kept, Instant now) {
    this.kept = kept;
    this.now = now;
  }

  /** Takes back what this step wrote. */
  protected void rollBack() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  @Override
  public Lines lines() {
    return new Lines(kept.sealedBefore, kept.removalsBefore, now);
  }

  @Override
  public Map<Place, Tally> tallies(Collection<Place> places) {
    Map<Place, Tally> found = new HashMap<>();
    for (Place place : places) {
      Tally tally = kept.tallies.get(place);
      if (tally != null) {
        found.put(place, tally);
      }
    }
    return found;
  }

  @Override
  public long counted(Place place) {
    return kept.rows.values().stream()
        .filter(row -> row.present() && row.key().place(place.side()).equals(place))
        .count();
  }

  @Override
  public Map<MemberKey, Membership> memberships(Collection<MemberKey> keys) {
    Map<MemberKey, Membership> found = new HashMap<>();
    for (MemberKey key : keys) {
      Membership row = kept.rows.get(key);
      if (row != null) {
        found.put(key, row);
      }
    }
    return found;
  }

  @Override
  public List<Membership> membersOf(Place place, @Nullable String after, int limit) {
    Side other = place.side().other();
    Place behind = after == null ? null : new Place(other, after, place.day());
    return kept.rows.values().stream()
        .filter(row -> row.present() && row.key().place(place.side()).equals(place))
        .filter(row -> behind == null || row.key().place(other).compareTo(behind) > 0)
        .sorted(Comparator.comparing(row -> row.key().place(other)))
        .limit(limit)
        .toList();
  }

  @Override
  public List<Membership> rowsOf(Place place, int limit) {
    return some(row -> row.key().place(place.side()).equals(place), limit);
  }

  @Override
  public List<Membership> rowsOf(
      Ending.Key key, long fromDay, @Nullable Instant decidedBy, int limit) {
    return some(
        row ->
            row.key().at(key.side()).equals(key.key())
                && row.key().day() >= fromDay
                && (decidedBy == null || !row.at().isAfter(decidedBy)),
        limit);
  }

  private List<Membership> some(Predicate<Membership> which, int limit) {
    List<Membership> found = new ArrayList<>();
    for (Membership row : kept.rows.values()) {
      if (found.size() < limit && which.test(row)) {
        found.add(row);
      }
    }
    return found;
  }

  @Override
  public Map<Ending.Key, Ending> endings(Collection<Ending.Key> keys) {
    Map<Ending.Key, Ending> found = new HashMap<>();
    for (Ending.Key key : keys) {
      Ending ending = kept.endings.get(key);
      if (ending != null) {
        found.put(key, ending);
      }
    }
    return found;
  }

  @Override
  public List<Tally> talliesAfter(Side side, @Nullable Place after, int limit) {
    return kept.tallies.values().stream()
        .filter(tally -> tally.place().side() == side)
        .filter(tally -> after == null || tally.place().compareTo(after) > 0)
        .limit(limit)
        .toList();
  }

  @Override
  public List<Tally> countedAfter(Side side, @Nullable Place after, int limit) {
    Map<Place, Long> counts = new TreeMap<>();
    for (Membership row : kept.rows.values()) {
      if (row.present()) {
        counts.merge(row.key().place(side), 1L, Long::sum);
      }
    }
    return counts.entrySet().stream()
        .filter(entry -> after == null || entry.getKey().compareTo(after) > 0)
        .limit(limit)
        .map(entry -> new Tally(entry.getKey(), entry.getValue(), null))
        .toList();
  }

  @Override
  public List<Tally> days(Ending.Key key, long fromDay, int limit) {
    return kept.tallies.values().stream()
        .filter(tally -> tally.place().side() == key.side())
        .filter(tally -> tally.place().key().equals(key.key()) && tally.place().day() >= fromDay)
        .limit(limit)
        .toList();
  }

  @Override
  public List<Tally> undrainedBefore(long day, int limit) {
    return kept.tallies.values().stream()
        .filter(tally -> tally.place().side() == Side.SUBJECT && tally.place().day() < day)
        .filter(
            tally -> {
              Tally.Seal seal = tally.seal();
              return seal == null || !seal.drained();
            })
        .limit(limit)
        .toList();
  }

  @Override
  public List<Membership> removalsBefore(Instant time, int limit) {
    return some(row -> !row.present() && row.at().isBefore(time), limit);
  }

  @Override
  public void shareGates(SortedSet<Integer> gates) {}

  @Override
  public void holdGates(SortedSet<Integer> gates) {}

  @Override
  public Map<Place, Tally> lock(SortedSet<Place> places) {
    return tallies(places);
  }

  @Override
  public void lockOrCreate(SortedSet<Place> places) {
    for (Place place : places) {
      if (!kept.tallies.containsKey(place)) {
        set(kept.tallies, place, new Tally(place, 0, null));
      }
    }
  }

  @Override
  public void putTallies(Collection<Tally> tallies) {
    tallies.forEach(tally -> set(kept.tallies, tally.place(), tally));
  }

  @Override
  public void putMemberships(Collection<Membership> memberships) {
    memberships.forEach(row -> set(kept.rows, row.key(), row));
  }

  @Override
  public void dropMemberships(Collection<MemberKey> keys) {
    keys.forEach(key -> set(kept.rows, key, null));
  }

  @Override
  public void putEnding(Ending ending) {
    set(kept.endings, ending.of(), ending);
  }

  @Override
  public void dropEndingsBefore(Instant time) {
    for (Ending ending : List.copyOf(kept.endings.values())) {
      Instant removedAt = ending.removedAt();
      if (ending.mergedInto() == null && removedAt != null && removedAt.isBefore(time)) {
        set(kept.endings, ending.of(), null);
      }
    }
  }

  @Override
  public void raiseSealedBefore(long day) {
    long before = kept.sealedBefore;
    kept.sealedBefore = Math.max(before, day);
    undo.push(() -> kept.sealedBefore = before);
  }

  @Override
  public void raiseRemovalsBefore(Instant time) {
    Instant before = kept.removalsBefore;
    kept.removalsBefore = time.isAfter(before) ? time : before;
    undo.push(() -> kept.removalsBefore = before);
  }

  private <K, V> void set(Map<K, V> map, K key, @Nullable V value) {
    V before = value == null ? map.remove(key) : map.put(key, value);
    undo.push(
        () -> {
          if (before == null) {
            map.remove(key);
          } else {
            map.put(key, before);
          }
        });
  }
}
