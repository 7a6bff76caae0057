package dev.trueup.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.members.Doors.Door;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.MemberUpkeep.Step.Done;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves the memberships of a key to its survivor. First the key is said to be merged, while its
 * gate is held alone: after that no operation writes to it, so that what is left only gets less.
 */
final class Merging {
  private final Door door;
  private final Relation relation;
  private final Ending.Key from;
  private final String into;
  private final int stepRows;

  Merging(Door door, Ending.Key from, String into, int stepRows) {
    this.door = door;
    this.relation = door.relation();
    this.from = from;
    this.into = into;
    this.stepRows = stepRows;
  }

  Progress run(int stepsMax) {
    Foresight.<Boolean>run(
        door.store(), relation, doing(), foresight -> rows -> begin(rows, foresight));
    return MemberUpkeep.inSteps(
        stepsMax,
        () ->
            Foresight.<Done>run(
                door.store(), relation, doing(), foresight -> rows -> move(rows, foresight)));
  }

  private String doing() {
    return "merge keys of " + door.counter();
  }

  private @Nullable Boolean begin(MemberRows rows, Foresight foresight) {
    Set<Ending.Key> all = foresight.withSurvivors(Set.of(from, new Ending.Key(from.side(), into)));
    rows.holdGates(Foresight.gates(all));
    var endings = rows.endings(all);
    Survivors survivors = foresight.survivors(endings, all);
    if (survivors == null) {
      return null;
    }
    String survivor = survivors.of(from.side(), into);
    Ending ending = endings.get(from);
    String already = ending == null ? null : ending.mergedInto();
    if (already != null && survivors.of(from.side(), from.key()).equals(survivor)) {
      return false;
    }
    if (already != null || survivor.equals(from.key())) {
      throw new BadRequestException(
          door.counter()
              + ": "
              + (already != null
                  ? from.key() + " was merged into " + already
                  : into + " was merged into " + from.key())
              + " before; it cannot be merged into "
              + into
              + " now. Merge the survivors.");
    }
    rows.putEnding(new Ending(from, ending == null ? null : ending.removedAt(), survivor));
    return true;
  }

  private @Nullable Done move(MemberRows rows, Foresight foresight) {
    Survivors survivors = foresight.follow(rows, Set.of(from));
    if (survivors == null) {
      return null;
    }
    String survivor = survivors.of(from.side(), from.key());
    List<Membership> page = rows.rowsOf(from, firstOpenDay(relation, rows), null, stepRows);
    SortedSet<Place> places = new TreeSet<>();
    Set<MemberKey> keys = new HashSet<>();
    for (Membership row : page) {
      MemberKey target = row.key().with(from.side(), survivor);
      keys.add(row.key());
      keys.add(target);
      places.addAll(Edit.places(relation, row.key()));
      places.addAll(Edit.places(relation, target));
    }
    rows.lockOrCreate(places);
    Edit edit = new Edit(relation, rows.lock(places), rows.memberships(keys));
    Instant removedAt = survivors.removedAt(from.side(), from.key());
    for (Membership row : page) {
      moveOne(row.key(), survivor, removedAt, edit);
    }
    edit.write(rows);
    return new Done(page.size(), page.isEmpty());
  }

  private void moveOne(MemberKey key, String survivor, @Nullable Instant removedAt, Edit edit) {
    MemberKey target = key.with(from.side(), survivor);
    Membership row = edit.row(key);
    if (row == null || edit.isSealed(key) || edit.isSealed(target)) {
      return;
    }
    edit.drop(key);
    boolean isSelf = target.subject().equals(target.member());
    boolean isVoid = removedAt != null && !row.at().isAfter(removedAt);
    if (isVoid || (isSelf && !relation.selfAllowed())) {
      return;
    }
    Membership moved = row.moved(target);
    Membership there = edit.row(target);
    if (there == null || moved.beats(there)) {
      edit.put(moved);
    }
  }

  /** Days before it belong to sealing. */
  static long firstOpenDay(Relation relation, MemberRows rows) {
    return relation.isPerDay() ? rows.lines().sealedBefore() : Place.NO_DAY;
  }
}
