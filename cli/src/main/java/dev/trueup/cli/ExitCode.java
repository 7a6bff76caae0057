package dev.trueup.cli;

import dev.trueup.CounterReport;
import dev.trueup.RunReport;

/** What the command ends with. */
final class ExitCode {
  /** Nothing is wrong, or what was wrong is corrected. */
  static final int CLEAN = 0;

  /** Counters are wrong. */
  static final int DRIFT = 1;

  /** It could not run; nothing is proved. */
  static final int COULD_NOT_RUN = 2;

  /** No drift is proved, but some subjects are undecided. */
  static final int UNDECIDED = 3;

  private ExitCode() {}

  static int ofAudit(RunReport report) {
    long drifted = report.counters().stream().mapToLong(CounterReport::drifted).sum();
    return drifted > 0 ? DRIFT : ofUndecided(report);
  }

  /** Corrected drift is no drift any more. */
  static int ofRepair(RunReport report) {
    long left =
        report.counters().stream()
            .mapToLong(one -> Math.max(one.refused(), one.drifted() - one.corrected()))
            .sum();
    return left > 0 ? DRIFT : ofUndecided(report);
  }

  private static int ofUndecided(RunReport report) {
    boolean undecided = report.counters().stream().anyMatch(one -> one.undecided() > 0);
    return undecided ? UNDECIDED : CLEAN;
  }
}
