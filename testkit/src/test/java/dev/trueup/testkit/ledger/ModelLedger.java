package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Reservation;
import dev.trueup.testkit.ledger.LedgerSuite.Tampering;
import dev.trueup.testkit.ledger.ModelLedgerState.EntryKey;
import dev.trueup.testkit.ledger.ModelLedgerState.SubjectState;
import dev.trueup.testkit.time.SettableClock;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** One memory for the model stores of a test, and hands to tamper with it. */
record ModelLedger(ModelLedgerState state, SettableClock clock) {
  ModelLedger() {
    this(new ModelLedgerState(), SettableClock.inTheFuture());
  }

  /** A way to open stores on a memory. */
  interface Backend {
    ModelLedgerStore open(ModelLedger memory);
  }

  /** Writes happen; then what became of them is told by the given rule, or not at all. */
  static LedgerStore losing(ModelLedgerStore store, UnaryOperator<List<LedgerOutcome>> told) {
    return new ForwardingLedgerStore(store) {
      @Override
      public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
        return told.apply(super.apply(counter, operations));
      }
    };
  }

  static List<LedgerOutcome> lost(List<LedgerOutcome> outcomes) {
    if (outcomes.isEmpty()) {
      return outcomes;
    }
    throw new AnswerLostException(
        "The connection broke before " + outcomes.size() + " answers came.");
  }

  boolean tamper(String counter, Subject subject, Tampering tampering) {
    synchronized (state) {
      SubjectState held =
          Objects.requireNonNull(
              Objects.requireNonNull(state.counters.get(counter)).subjects.get(subject));
      Balance balance = held.balance;
      switch (tampering) {
        case BALANCE_RAISED ->
            held.balance = new Balance(balance.amount() + 1, balance.reserved(), balance.entries());
        case ENTRY_CHANGED -> {
          Entry first = held.entries.get(0);
          held.entries.set(0, heavier(first));
        }
        case LAST_ENTRY_REMOVED -> remove(held, held.entries.size() - 1);
        case FIRST_ENTRY_REMOVED -> remove(held, 0);
        case RESERVATION_CHANGED -> {
          Reservation one = Objects.requireNonNull(held.reservations.get("r"));
          held.reservations.put(
              "r",
              new Reservation(
                  one.subject(), one.id(), one.amount(), one.open() - 1, one.expiresAt()));
        }
        case BALANCE_REMOVED -> {
          return false;
        }
      }
      return true;
    }
  }

  private static void remove(SubjectState held, int index) {
    Entry gone = held.entries.remove(index);
    held.ids.remove(new EntryKey(gone.kind().idSpace(), gone.id()));
  }

  private static Entry heavier(Entry entry) {
    return new Entry(
        entry.subject(),
        entry.sequence(),
        entry.kind(),
        entry.id(),
        entry.amount() + 1,
        entry.held(),
        entry.reference(),
        entry.expiresAt(),
        entry.at(),
        entry.after());
  }
}
