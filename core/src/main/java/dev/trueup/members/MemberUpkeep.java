package dev.trueup.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.members.Doors.Door;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;

/**
 * Work on whole subjects, members and days. Each call works in steps of bounded size, every count
 * is right between any two of them, and a call that was cut off is made again: it goes on where the
 * work is, and does nothing where none is left. Thread-safe.
 */
public final class MemberUpkeep {
  /** The most rows of one step. */
  public static final int STEP_ROWS = 200;

  private final Doors doors;
  private final int stepRows;

  MemberUpkeep(Doors doors) {
    this(doors, STEP_ROWS);
  }

  private MemberUpkeep(Doors doors, int stepRows) {
    this.doors = doors;
    this.stepRows = stepRows;
  }

  /** The same in smaller or larger steps. */
  public MemberUpkeep withStepRows(int rows) {
    if (rows < 1 || rows > 10_000) {
      throw new BadRequestException("A step of " + rows + " rows; 1 to 10000 are allowed.");
    }
    return new MemberUpkeep(doors, rows);
  }

  /**
   * How far a call came.
   *
   * @param rows memberships that it moved, removed or sealed
   * @param finished false where the limit of steps ended it before the work did
   */
  public record Progress(long rows, boolean finished) {}

  /**
   * Makes two subjects one: the members of both are members of the survivor, the later operation
   * decides where both knew a member, and the other side follows. From then on operations on the
   * subject that was merged go to the survivor, so that one that is sent again counts nowhere
   * twice. Sealed days stay where they are.
   *
   * @throws BadRequestException if the subject was merged into another one before
   */
  public Progress mergeSubjects(String counter, String from, String into, int stepsMax) {
    Door door = doors.require(counter);
    return merge(door, door.side(), from, into, stepsMax);
  }

  /** The same for two members: each subject that had both has one. */
  public Progress mergeMembers(String counter, String from, String into, int stepsMax) {
    Door door = doors.require(counter);
    return merge(door, door.side().other(), from, into, stepsMax);
  }

  private Progress merge(Door door, Side side, String from, String into, int stepsMax) {
    Doors.checked("key", from);
    Doors.checked("key", into);
    if (from.equals(into)) {
      throw new BadRequestException(
          door.counter() + ": " + from + " cannot be merged into itself.");
    }
    return new Merging(door, new Ending.Key(side, from), into, stepRows).run(stepsMax);
  }

  /**
   * Takes every member out of a subject, as of a time: a post was deleted. Operations up to that
   * time that arrive later are COVERED. Sealed days keep their count.
   */
  public Progress removeSubject(String counter, String subject, Instant at, int stepsMax) {
    Door door = doors.require(counter);
    return remove(door, door.side(), subject, at, stepsMax);
  }

  /** Takes a member out everywhere, as of a time: an account was deleted. */
  public Progress removeMember(String counter, String member, Instant at, int stepsMax) {
    Door door = doors.require(counter);
    return remove(door, door.side().other(), member, at, stepsMax);
  }

  private Progress remove(Door door, Side side, String key, Instant at, int stepsMax) {
    Doors.checked("key", key);
    if (!Times.isAllowed(at)) {
      throw new BadRequestException(
          door.counter() + ": the time " + at + " is not in the years 1 to 9999.");
    }
    return new Removing(door, new Ending.Key(side, key), Times.stored(at), stepRows).run(stepsMax);
  }

  /**
   * Closes the days before one: their members are dropped, their counts stay, and how many were
   * sealed is on record. Operations on them are REJECTED {@code too-old} from now on.
   *
   * @param before a day that has begun in the counter's zone, or an earlier one
   */
  public Progress seal(String counter, LocalDate before, int stepsMax) {
    Door door = doors.require(counter);
    if (!door.relation().isPerDay()) {
      throw new BadRequestException("Counter " + counter + " does not count per day.");
    }
    return new Sealing(door, before.toEpochDay(), stepRows).run(stepsMax);
  }

  /**
   * Seals the days that were over so long ago, by the store's clock.
   *
   * @param retention how long a day stays open after its end, not negative
   */
  public Progress sealOlderThan(String counter, Duration retention, int stepsMax) {
    Door door = doors.require(counter);
    if (retention.isNegative()) {
      throw new BadRequestException(
          "Counter " + counter + ": a day cannot be sealed " + retention + " after its end.");
    }
    long before = door.relation().dayOf(door.store().now().minus(retention));
    return seal(counter, LocalDate.ofEpochDay(before), stepsMax);
  }

  /**
   * Forgets memberships that were removed before a time. An addition from before that time to a
   * membership that nothing is known of is REJECTED {@code too-old} from now on.
   *
   * @param before longer ago than any operation is on its way
   */
  public Progress forgetRemovals(String counter, Instant before, int stepsMax) {
    Door door = doors.require(counter);
    if (!Times.isAllowed(before)) {
      throw new BadRequestException(
          counter + ": the time " + before + " is not in the years 1 to 9999.");
    }
    return new Forgetting(door, Times.stored(before), stepRows).run(stepsMax);
  }

  /** Proves the counts of a counter, or names those that are wrong. */
  public MemberAudit audit(String counter) {
    return new MemberAudit(doors.require(counter));
  }

  /** One step after the other, at most so many. */
  static Progress inSteps(int stepsMax, Step step) {
    long rows = 0;
    for (int steps = 0; steps < stepsMax; steps++) {
      Step.Done done = step.run();
      rows += done.rows();
      if (done.last()) {
        return new Progress(rows, true);
      }
    }
    return new Progress(rows, false);
  }

  /** One atomic step. */
  interface Step {
    Done run();

    /** What a step did, and whether nothing was left to do. */
    record Done(long rows, boolean last) {}
  }
}
