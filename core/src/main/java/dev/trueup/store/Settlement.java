package dev.trueup.store;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.repair.RepairEntry;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One base to install, on the condition that nothing else was installed since the subject was
 * observed.
 *
 * @param subject what was recounted
 * @param observedVersion the version that was read before the source was; null where there was no
 *     head
 * @param observedMark the mark number that was read with it
 * @param truth what the source says
 * @param watermark what it was recounted at; at or past that of the base it replaces
 * @param judged the ids of the changes that were judged: outside the old base and inside the new
 * @param doubt the changes that the recount may or may not have seen
 * @param doubtSeen a change in doubt was among those that were read for judging
 * @param entry to be put on record with the install; null where nothing was wrong
 */
public record Settlement(
    Subject subject,
    @Nullable Long observedVersion,
    long observedMark,
    long truth,
    Watermark watermark,
    Set<String> judged,
    Doubt doubt,
    boolean doubtSeen,
    @Nullable RepairEntry entry) {
  public Settlement {
    judged = Set.copyOf(judged);
  }

  /** What became of a settlement. */
  public enum Result {
    /** The base is in place. */
    INSTALLED,
    /** Somebody else installed, held or forgot since; nothing was written. */
    RACE_LOST,
    /** A first base from before the store accepted every change; nothing was written. */
    TOO_EARLY,
    /** An undo holds the subject, or it was forgotten; nothing was written. */
    HELD
  }

  /**
   * Whether the base may be installed over this head. Asked while the head cannot change.
   *
   * @param acceptingSince since when the store has accepted every change of the counter
   * @param now the store's clock
   */
  public Result permittedOver(@Nullable Head head, Instant acceptingSince, Instant now) {
    if (head != null && (head.held() || head.isForgottenAt(now))) {
      return Result.HELD;
    }
    Long version = observedVersion;
    boolean same = head == null ? version == null : version != null && version == head.version();
    if (!same) {
      return Result.RACE_LOST;
    }
    Head.Base base = head == null ? null : head.base();
    if (base == null) {
      // Changes of a forgotten subject were refused: its first base has to reach past that time.
      Instant forgottenUntil = head == null ? null : head.forgottenUntil();
      boolean early =
          watermark.factsBefore().isBefore(acceptingSince)
              || (forgottenUntil != null && watermark.factsBefore().isBefore(forgottenUntil));
      return early ? Result.TOO_EARLY : Result.INSTALLED;
    }
    return watermark.reaches(base.watermark()) ? Result.INSTALLED : Result.RACE_LOST;
  }

  /**
   * Whether the subject stays marked (or becomes it) once the base is in place.
   *
   * @param dropped every change that the settle drops: those inside the new base
   * @param mark the mark number at this moment
   */
  public boolean leavesMarked(Counter counter, Iterable<Change> dropped, long mark) {
    if (mark != observedMark || doubtSeen) {
      return true;
    }
    int matched = 0;
    for (Change change : dropped) {
      Cell cell = counter.cellOf(change);
      if (!judged.contains(change.id()) || doubt.includes(cell, watermark)) {
        return true;
      }
      matched++;
    }
    return matched != judged.size();
  }
}
