package dev.trueup.adopted;

import java.time.Duration;

/**
 * How to repair.
 *
 * @param offline nobody writes now: one sample of a subject is enough
 * @param listedMax the most findings kept in each list of a report
 * @param candidatesMax how many subjects are sampled together; more are taken in turns, each turn
 *     two settle times long
 * @param rightWait how long to wait while somebody else repairs the same counter
 */
public record RepairOptions(boolean offline, int listedMax, int candidatesMax, Duration rightWait) {
  /** While the application runs; 1,000 findings, 50,000 subjects in a turn, no waiting. */
  public static final RepairOptions DEFAULT =
      new RepairOptions(false, 1_000, 50_000, Duration.ZERO);

  public RepairOptions withOffline(boolean isOffline) {
    return new RepairOptions(isOffline, listedMax, candidatesMax, rightWait);
  }

  public RepairOptions withListedMax(int findings) {
    return new RepairOptions(offline, findings, candidatesMax, rightWait);
  }

  public RepairOptions withCandidatesMax(int subjects) {
    return new RepairOptions(offline, listedMax, subjects, rightWait);
  }

  public RepairOptions withRightWait(Duration wait) {
    return new RepairOptions(offline, listedMax, candidatesMax, wait);
  }
}
