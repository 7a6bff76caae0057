package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.testkit.report.SuiteResults;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the parts of the suite ask of the class that puts them together. */
@ExtendWith(SuiteResults.class)
public interface LedgerSuite {
  /** This test's counter with a floor of 0 and no ceiling. */
  LedgerKit kit();

  /** Another counter of the same store. */
  LedgerKit kit(Bounds bounds);

  /** One more store on the same state, as another process would have; closed after the test. */
  LedgerStore anotherStore();

  /** A store on the same state whose writes happen but whose answers are lost, where observable. */
  Optional<LedgerStore> storeLosingAnswers();

  /** Returns when the store's clock has reached the instant. */
  void waitUntil(Instant instant);

  /** Changes stored data behind the store's back; false where the store cannot be changed so. */
  boolean tamper(LedgerKit kit, Subject subject, Tampering tampering);

  /** What somebody may do to stored data by hand. */
  enum Tampering {
    /** One more in the balance, without an entry. */
    BALANCE_RAISED,
    /** One more in the amount of the subject's first entry. */
    ENTRY_CHANGED,
    /** The subject's last entry is gone. */
    LAST_ENTRY_REMOVED,
    /** The subject's first entry is gone. */
    FIRST_ENTRY_REMOVED,
    /** One less is open of the subject's reservation. */
    RESERVATION_CHANGED,
    /** The balance is gone; the entries are not. */
    BALANCE_REMOVED
  }
}
