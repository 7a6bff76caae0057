package dev.trueup.repair;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one repair did to one subject.
 *
 * @param repairId the repair
 * @param counter the counter's name
 * @param subject the subject
 * @param layout whose number it is
 * @param verdict what was wrong
 * @param before what the counter said; null where it was NULL or there was none
 * @param truth what the source said
 * @param correction what was added (adopted), or the opposite of the drift (managed); null where a
 *     value was set where there was none
 * @param watermark of the recount; null for an adopted counter
 * @param evidence how it is known, in words or JSON: samples, rows that explain it
 * @param state what became of it
 * @param at when it was recorded
 */
public record RepairEntry(
    String repairId,
    String counter,
    Subject subject,
    Layout layout,
    Verdict verdict,
    @Nullable BigDecimal before,
    @Nullable BigDecimal truth,
    @Nullable BigDecimal correction,
    @Nullable Watermark watermark,
    String evidence,
    State state,
    Instant at) {

  /** Whose number was repaired. */
  public enum Layout {
    ADOPTED,
    MANAGED
  }

  /** What became of a correction. */
  public enum State {
    /** On record before the write; alone it says nothing about the write. */
    INTENDED,
    /** Written. */
    APPLIED,
    /** Not written: the value had changed, or the database refused it. */
    NOT_APPLIED,
    /**
     * The answer was lost and could not be found out. Measured again by the next run; not undoable.
     */
    UNKNOWN,
    /** The first value of a subject; not drift. */
    INSTALLED,
    /** As INSTALLED, for a subject that had a value before and lost it. */
    LOST,
    /** Taken back by an undo. */
    UNDONE,
    /** An undo found a value that is not the one installed, and left it. */
    UNDO_REFUSED
  }

  /** The same entry with another state. */
  public RepairEntry become(State newState, Instant when) {
    return new RepairEntry(
        repairId,
        counter,
        subject,
        layout,
        verdict,
        before,
        truth,
        correction,
        watermark,
        evidence,
        newState,
        when);
  }
}
