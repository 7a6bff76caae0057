package dev.trueup;

import dev.trueup.adopted.Watch;

/**
 * How to audit or repair.
 *
 * @param offline nobody writes now: one sample of a subject is enough for a repair
 * @param listedMax the most subjects listed of each counter; the rest is counted only
 * @param watch looks on, and may stop the run
 */
public record RunOptions(boolean offline, int listedMax, Watch watch) {
  /** While the application runs; 1,000 subjects listed. */
  public static final RunOptions DEFAULT = new RunOptions(false, 1_000, Watch.NONE);
}
