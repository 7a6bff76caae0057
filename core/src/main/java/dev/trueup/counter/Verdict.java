package dev.trueup.counter;

/** What an audit says of one subject. */
public enum Verdict {
  /** Counter and source agree. */
  AGREES("agrees"),
  /** They differ, and the difference is proved. */
  DRIFT("drift"),
  /** The counter is NULL. Beside facts it is drift; beside none it is only listed. */
  NULL("null"),
  /** There are facts of a subject that the target does not have. Listed, never created. */
  MISSING("missing"),
  /** The stored value is not a number. */
  NOT_A_NUMBER("not-a-number"),
  /** The truth does not fit the counter's type. */
  OVERFLOW("overflow"),
  /** Rows and counter did not hold still long enough to be compared. */
  UNDECIDED("undecided");

  private final String word;

  Verdict(String word) {
    this.word = word;
  }

  /** The word that outsiders see, in tables and JSON. */
  public String word() {
    return word;
  }
}
