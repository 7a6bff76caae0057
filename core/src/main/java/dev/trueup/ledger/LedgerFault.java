package dev.trueup.ledger;

import dev.trueup.counter.Subject;

/**
 * A promise that the stored data breaks. It is never repaired by Trueup: what is true has to be
 * found out from the entries.
 *
 * @param message what was found, and what it should be
 */
public record LedgerFault(String counter, Subject subject, Kind kind, String message) {
  /** Which promise. */
  public enum Kind {
    /** L1: less is available than the floor. */
    PAST_FLOOR("past-floor"),
    /** L1: the balance is above the ceiling. */
    PAST_CEILING("past-ceiling"),
    /** L2: an entry is missing, or one is there too often. */
    ENTRIES_MISSING("entries-missing"),
    /** L3: the balance is not the sum of its entries. */
    NOT_THE_SUM("not-the-sum"),
    /** L3: an entry's balance is not that of the one before plus itself. */
    BROKEN_HISTORY("broken-history"),
    /** L3: what is reserved is not what the entries, or the open reservations, come to. */
    WRONGLY_RESERVED("wrongly-reserved"),
    /** L3: there are entries and no balance. */
    BALANCE_MISSING("balance-missing");

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
