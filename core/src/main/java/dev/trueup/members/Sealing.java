package dev.trueup.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.members.Doors.Door;
import dev.trueup.members.MemberUpkeep.Progress;
import dev.trueup.members.MemberUpkeep.Step.Done;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Seals days into their counts. First the line is raised; operations read it while they hold the
 * lock of their count, so that an operation is counted by the seal or refused, and none falls in
 * between. An operation that was first past the line leaves its place to this pass or the next.
 */
final class Sealing {
  private final Door door;
  private final Relation relation;
  private final long before;
  private final int stepRows;

  Sealing(Door door, long before, int stepRows) {
    this.door = door;
    this.relation = door.relation();
    this.before = before;
    this.stepRows = stepRows;
  }

  Progress run(int stepsMax) {
    String doing = "seal days of " + door.counter();
    door.store().write(relation, doing, this::raise);
    return MemberUpkeep.inSteps(
        stepsMax,
        () -> {
          List<Tally> open =
              door.store()
                  .read(
                      relation,
                      doing,
                      view -> view.undrainedBefore(view.lines().sealedBefore(), 1));
          return open.isEmpty()
              ? new Done(0, true)
              : door.store().write(relation, doing, rows -> sealOne(rows, open.get(0).place()));
        });
  }

  private Boolean raise(MemberRows rows) {
    long today = relation.dayOf(rows.lines().now());
    if (before > today) {
      throw new BadRequestException(
          door.counter()
              + ": days before "
              + LocalDate.ofEpochDay(before)
              + " cannot be sealed; it is "
              + LocalDate.ofEpochDay(today)
              + " in "
              + relation.zone()
              + ", and a day that is not over stays open.");
    }
    rows.raiseSealedBefore(before);
    return true;
  }

  private Done sealOne(MemberRows rows, Place place) {
    SortedSet<Place> one = new TreeSet<>(Set.of(place));
    Tally tally = rows.lock(one).get(place);
    if (tally == null) {
      return new Done(0, false);
    }
    Tally.Seal seal = tally.seal();
    long sealed = 0;
    if (seal == null) {
      long counted = rows.counted(place);
      if (counted != tally.members()) {
        throw new BrokenInvariantException(
            door.counter()
                + " of "
                + place.key()
                + ": the count of "
                + LocalDate.ofEpochDay(place.day())
                + " is "
                + tally.members()
                + ", its members are "
                + counted
                + ". It is not sealed; run an audit.");
      }
      sealed = counted;
      seal = new Tally.Seal(counted, rows.lines().now(), false);
    }
    List<MemberKey> dropped = new ArrayList<>();
    for (Membership row : rows.rowsOf(place, stepRows)) {
      dropped.add(row.key());
    }
    if (!dropped.isEmpty()) {
      rows.dropMemberships(dropped);
    }
    boolean drained = dropped.size() < stepRows;
    rows.putTallies(
        List.of(
            new Tally(place, tally.members(), new Tally.Seal(seal.members(), seal.at(), drained))));
    return new Done(sealed, false);
  }
}
