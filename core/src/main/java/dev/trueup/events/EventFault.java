package dev.trueup.events;

import dev.trueup.counter.Subject;

/**
 * A promise that the stored data of a journal breaks. It is never repaired by Trueup: somebody else
 * has written there, and what is true has to be found out.
 *
 * @param message what was found, and what it should be
 */
public record EventFault(String counter, Subject subject, Kind kind, String message) {
  /** Which promise. */
  public enum Kind {
    /** L3: the value is not the sealed part plus the journal. */
    NOT_THE_SUM("not-the-sum"),
    /** L2: a row is missing, or one is there too often. */
    ROWS_MISSING("rows-missing"),
    /** L3: a row's value is not that of the one before plus itself. */
    BROKEN_HISTORY("broken-history"),
    /** L3: more is sealed than was counted. */
    WRONGLY_SEALED("wrongly-sealed"),
    /** L3: there are rows and no tally. */
    TALLY_MISSING("tally-missing");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The word that outsiders see. */
    public String word() {
      return word;
    }
  }
}
