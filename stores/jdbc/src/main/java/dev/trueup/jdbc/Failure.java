package dev.trueup.jdbc;

/** What a refusal of the database means, whatever its code there. */
public enum Failure {
  /**
   * A deadlock, a write conflict, a lock not had in time: the whole transaction may be run again.
   */
  RETRYABLE(true),
  /** A key that must be unique is there already. */
  DUPLICATE_KEY(true),
  /** Another constraint said no. */
  CONSTRAINT(true),
  /** A number that does not fit. */
  OUT_OF_RANGE(true),
  /** A value or an expression of a type that cannot be used so. */
  WRONG_TYPE(true),
  /** The user may not do it, or the database is read-only. */
  NOT_PERMITTED(true),
  /** A table, column or function that is not there, or SQL that cannot be read. */
  NOT_THERE(true),
  /** Stopped by a time limit or by us. */
  STOPPED(true),
  /** The server could not be reached, went away, or will not let us in. */
  UNREACHABLE(false),
  /** None of these. */
  OTHER(false);

  private final boolean definite;

  Failure(boolean definite) {
    this.definite = definite;
  }

  /** Whether this answer to a commit proves that nothing was written. */
  public boolean isDefinite() {
    return definite;
  }
}
