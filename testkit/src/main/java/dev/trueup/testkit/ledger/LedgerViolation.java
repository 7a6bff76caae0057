package dev.trueup.testkit.ledger;

/** A promise of ledgers that a simulated run saw broken. */
public final class LedgerViolation extends AssertionError {
  LedgerViolation(String message) {
    super(message);
  }
}
