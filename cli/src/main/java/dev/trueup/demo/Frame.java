package dev.trueup.demo;

import java.time.Duration;
import java.time.Instant;

/**
 * All that the view needs of one moment.
 *
 * @param options as given
 * @param phase what is going on
 * @param elapsed since the writing began
 * @param now for the age of a pass
 * @param counts what happened so far
 * @param sample the newest
 * @param scores of the samples so far
 * @param passes of the managed counter so far
 */
record Frame(
    DemoOptions options,
    Phase phase,
    Duration elapsed,
    Instant now,
    Tally.Counts counts,
    Sample sample,
    Scores scores,
    Passes.Sums passes) {

  /** What is going on. */
  enum Phase {
    WRITING,
    SETTLING
  }
}
