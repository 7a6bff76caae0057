package dev.trueup.cli;

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
}
