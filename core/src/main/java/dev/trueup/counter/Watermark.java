package dev.trueup.counter;

import java.time.Instant;

/**
 * The pair that a base was recounted at. A change is <em>inside</em> the base when the window of
 * its fact begins before {@code factsBefore} and the window of its event before {@code
 * eventsBefore}; nothing else may be assumed about the two (a fact may be stamped after its event).
 *
 * @param factsBefore W: facts created before it were counted
 * @param eventsBefore B: what happened to them before it was seen
 */
public record Watermark(Instant factsBefore, Instant eventsBefore) {
  /** Whether a change of this cell is inside. */
  public boolean covers(Cell cell) {
    return cell.factWindow().isBefore(factsBefore) && cell.eventWindow().isBefore(eventsBefore);
  }

  /** The larger of both in each part: a watermark is never lowered. */
  public Watermark raisedTo(Watermark other) {
    return new Watermark(
        later(factsBefore, other.factsBefore), later(eventsBefore, other.eventsBefore));
  }

  /** Whether both parts are at or past those of the other. */
  public boolean reaches(Watermark other) {
    return !factsBefore.isBefore(other.factsBefore) && !eventsBefore.isBefore(other.eventsBefore);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
