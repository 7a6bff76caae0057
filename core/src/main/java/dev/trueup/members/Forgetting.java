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

/**
 * Bounds what is remembered of removals. First the line is raised; operations read it while they
 * hold the lock of their count, so that a late addition finds the removal, or the line.
 */
final class Forgetting {
  private final Door door;
  private final Relation relation;
  private final Instant before;
  private final int stepRows;

  Forgetting(Door door, Instant before, int stepRows) {
    this.door = door;
    this.relation = door.relation();
    this.before = before;
    this.stepRows = stepRows;
  }

  Progress run(int stepsMax) {
    String doing = "forget removals of " + door.counter();
    door.store().write(relation, doing, this::raise);
    return MemberUpkeep.inSteps(stepsMax, () -> door.store().write(relation, doing, this::drop));
  }

  private Boolean raise(MemberRows rows) {
    Instant now = rows.lines().now();
    if (before.isAfter(now)) {
      throw new BadRequestException(
          door.counter() + ": removals before " + before + " are not over at " + now + ".");
    }
    rows.raiseRemovalsBefore(before);
    return true;
  }

  private Done drop(MemberRows rows) {
    List<Membership> page = rows.removalsBefore(before, stepRows);
    SortedSet<Place> places = new TreeSet<>();
    Set<MemberKey> keys = new HashSet<>();
    for (Membership row : page) {
      keys.add(row.key());
      places.addAll(Edit.places(relation, row.key()));
    }
    Edit edit = new Edit(relation, rows.lock(places), rows.memberships(keys));
    for (MemberKey key : keys) {
      Membership row = edit.row(key);
      if (row != null && !row.present() && row.at().isBefore(before)) {
        edit.drop(key);
      }
    }
    edit.write(rows);
    if (page.isEmpty()) {
      rows.dropEndingsBefore(before);
    }
    return new Done(page.size(), page.isEmpty());
  }
}
