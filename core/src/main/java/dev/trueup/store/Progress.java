package dev.trueup.store;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the reconciliation of a counter has come. Losing it costs time, never correctness.
 *
 * @param passedAt the watermark of the last finished incremental pass; null before the first
 * @param sweep a sweep under way or interrupted; null where there is none
 * @param sweptAt when the last full sweep ended; null before the first
 */
public record Progress(
    @Nullable Watermark passedAt, @Nullable Sweep sweep, @Nullable Instant sweptAt) {
  public static final Progress NONE = new Progress(null, null, null);

  /** The two legs of a sweep: what the source has, then what only the store still has. */
  public enum Leg {
    SOURCE,
    STORE
  }

  /**
   * A sweep.
   *
   * @param leg which leg
   * @param after the last subject that was settled; null at the beginning of the leg
   * @param startedAt when it began
   * @param subjectsDone how many subjects were settled
   * @param repairId the repair that its corrections are on record under; null while there are none
   */
  public record Sweep(
      Leg leg,
      @Nullable Subject after,
      Instant startedAt,
      long subjectsDone,
      @Nullable String repairId) {}
}
