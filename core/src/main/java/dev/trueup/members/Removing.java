package dev.trueup.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.members.Doors.Door;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.MemberUpkeep.Step.Done;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Takes a key out of everything. First its removal is put on record, while its gate is held alone:
 * after that operations up to its time are void, so that what is left to drop only gets less.
 */
final class Removing {
  private final Door door;
  private final Relation relation;
  private final Ending.Key key;
  private final Instant at;
  private final int stepRows;

  Removing(Door door, Ending.Key key, Instant at, int stepRows) {
    this.door = door;
    this.relation = door.relation();
    this.key = key;
    this.at = at;
    this.stepRows = stepRows;
  }

  Progress run(int stepsMax) {
    String doing = "remove a key from " + door.counter();
    door.store().write(relation, doing, this::begin);
    return MemberUpkeep.inSteps(stepsMax, () -> door.store().write(relation, doing, this::drop));
  }

  private Boolean begin(MemberRows rows) {
    rows.holdGates(Foresight.gates(Set.of(key)));
    Instant now = rows.lines().now();
    if (at.isAfter(now.plus(relation.aheadMax()))) {
      throw new BadRequestException(
          door.counter()
              + ": a removal at "
              + at
              + " is more than "
              + relation.aheadMax()
              + " ahead of the store's clock at "
              + now
              + "; check the clocks.");
    }
    Ending known = rows.endings(Set.of(key)).get(key);
    Instant before = known == null ? null : known.removedAt();
    if (before != null && !at.isAfter(before)) {
      return false;
    }
    rows.putEnding(new Ending(key, at, known == null ? null : known.mergedInto()));
    return true;
  }

  private Done drop(MemberRows rows) {
    rows.shareGates(Foresight.gates(Set.of(key)));
    List<Membership> page = rows.rowsOf(key, Merging.firstOpenDay(relation, rows), at, stepRows);
    SortedSet<Place> places = new TreeSet<>();
    Set<MemberKey> keys = new HashSet<>();
    for (Membership row : page) {
      keys.add(row.key());
      places.addAll(Edit.places(relation, row.key()));
    }
    Map<Place, Tally> tallies = rows.lock(places);
    Edit edit = new Edit(relation, tallies, rows.memberships(keys));
    for (MemberKey one : keys) {
      Membership row = edit.row(one);
      if (row != null && !row.at().isAfter(at) && !edit.isSealed(one)) {
        edit.drop(one);
      }
    }
    edit.write(rows);
    return new Done(page.size(), page.isEmpty());
  }
}
