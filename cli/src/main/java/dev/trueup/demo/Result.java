package dev.trueup.demo;

import dev.trueup.counter.Outcome;
import java.math.BigDecimal;
import java.util.Map;

/**
 * What a run came to.
 *
 * @param options as given
 * @param counts what happened
 * @param stopped when the last event was over and no job had run since
 * @param last after the last run of every recipe's job
 * @param samples how many samples the mean errors are of
 * @param meanErrors |shown - true|, averaged over posts and samples
 * @param passes of the managed counter
 * @param outcomes how many changes it gave which answer, every attempt counted
 * @param recounts runs of recount and overwrite
 * @param changesBetween changes that came between a count and its overwrite
 * @param moves runs of base and delta
 */
record Result(
    DemoOptions options,
    Tally.Counts counts,
    Map<Way, Sample.Deviation> stopped,
    Map<Way, Sample.Deviation> last,
    long samples,
    Map<Way, BigDecimal> meanErrors,
    Passes.Sums passes,
    Map<Outcome.Kind, Long> outcomes,
    long recounts,
    long changesBetween,
    long moves) {
  private static final Sample.Deviation NOTHING = new Sample.Deviation(0, 0, 0, 0);

  Sample.Deviation stopped(Way way) {
    return stopped.getOrDefault(way, NOTHING);
  }

  Sample.Deviation last(Way way) {
    return last.getOrDefault(way, NOTHING);
  }

  BigDecimal meanError(Way way) {
    return meanErrors.getOrDefault(way, BigDecimal.ZERO);
  }

  /** Whether the managed counter of every post is the truth. */
  boolean isHealed() {
    return last(Way.MANAGED).wrong() == 0;
  }
}
