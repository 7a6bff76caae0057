package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Reserve;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.StoredBalance;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges a store by its journal and its answers after every event. It reads what any user can read
 * and keeps its own books.
 */
final class LedgerAuditor {
  private final LedgerStore store;
  private final LedgerCounter counter;
  private final Map<Subject, AuditedLedger> books = new HashMap<>();

  LedgerAuditor(LedgerStore store, LedgerCounter counter) {
    this.store = store;
    this.counter = counter;
  }

  AuditedLedger book(Subject subject) {
    return books.computeIfAbsent(subject, key -> new AuditedLedger(key.key(), counter.bounds()));
  }

  /** Takes in what is new in the journals of these subjects, and reads their balances. */
  List<Entry> follow(List<Subject> subjects) {
    List<Entry> found = new ArrayList<>();
    for (Subject subject : subjects) {
      AuditedLedger book = book(subject);
      for (Entry entry : store.entries(counter, subject, book.entries(), LedgerStore.BATCH_MAX)) {
        book.follow(entry);
        found.add(entry);
      }
    }
    Map<Subject, StoredBalance> stored = store.balances(counter, subjects);
    for (Subject subject : subjects) {
      AuditedLedger book = book(subject);
      StoredBalance there = stored.get(subject);
      Balance read = there == null ? Balance.ZERO : there.balance();
      boolean same =
          book.amount().equals(BigInteger.valueOf(read.amount()))
              && book.held().equals(BigInteger.valueOf(read.reserved()))
              && book.entries() == read.entries();
      if (!same) {
        throw new LedgerViolation(
            "L3, L4: "
                + subject
                + " reads "
                + read
                + "; its entries come to "
                + book.amount()
                + " / "
                + book.held());
      }
    }
    return found;
  }

  /**
   * Judges one answer.
   *
   * @param fresh what the event has written
   * @param alone whether it was the only operation of its event
   */
  void judge(
      LedgerOperation operation,
      LedgerOutcome outcome,
      List<Entry> fresh,
      boolean alone,
      Instant now) {
    AuditedLedger book = book(operation.subject());
    Entry known = book.known(operation.idSpace(), operation.id());
    switch (outcome.kind()) {
      case APPLIED -> {
        Entry entry = outcome.entry();
        if (entry == null || !fresh.contains(entry) || !entry.equals(known)) {
          throw new LedgerViolation("L2: " + operation + " is told as applied: " + outcome);
        }
        agrees(operation, entry);
      }
      case DUPLICATE -> {
        Entry entry = outcome.entry();
        if (entry == null || !entry.equals(known) || (alone && fresh.contains(entry))) {
          throw new LedgerViolation(
              "L2: " + operation + " is told as known: " + outcome + ", known is " + known);
        }
        agrees(operation, entry);
      }
      case REJECTED -> {
        if (alone) {
          refusedRightly(operation, outcome, known, now);
        }
      }
      case UNKNOWN -> {}
    }
  }

  private static void agrees(LedgerOperation operation, Entry entry) {
    boolean agrees = true;
    if (operation instanceof Append append) {
      agrees = entry.kind() == Entry.Kind.APPEND && entry.amount() == append.amount();
    } else if (operation instanceof Transfer transfer) {
      agrees = entry.kind() == Entry.Kind.TRANSFER && entry.amount() == -transfer.amount();
    } else if (operation instanceof Reserve reserve) {
      agrees = entry.held() == reserve.amount() && reserve.expiresAt().equals(entry.expiresAt());
    }
    if (!agrees) {
      throw new LedgerViolation("L2: " + operation + " is answered with " + entry);
    }
  }

  private void refusedRightly(
      LedgerOperation operation, LedgerOutcome outcome, @Nullable Entry known, Instant now) {
    Rejection rejection = outcome.rejection();
    boolean right = true;
    if (rejection == Rejection.OTHER_OPERATION_SAME_ID) {
      boolean atReceiver =
          operation instanceof Transfer transfer
              && book(transfer.to()).known(Entry.IdSpace.ENTRY, transfer.id()) != null;
      right = known != null || atReceiver;
    } else if (rejection == Rejection.FLOOR
        || rejection == Rejection.CEILING
        || rejection == Rejection.OVERFLOW) {
      right = known == null && passes(operation, now);
    }
    if (!right) {
      throw new LedgerViolation(operation + " is refused without reason: " + outcome);
    }
  }

  /** Whether the operation would pass a bound, by the auditor's own books. */
  private boolean passes(LedgerOperation operation, Instant now) {
    AuditedLedger book = book(operation.subject());
    Bounds bounds = counter.bounds();
    BigInteger floor = BigInteger.valueOf(bounds.floor());
    BigInteger ceiling = BigInteger.valueOf(bounds.ceiling());
    BigInteger takes = BigInteger.ZERO;
    BigInteger most = book.amount();
    boolean tooMuchHeld = false;
    if (operation instanceof Append append) {
      BigInteger amount = BigInteger.valueOf(append.amount());
      takes = amount.negate().max(BigInteger.ZERO);
      most = book.amount().add(amount.max(BigInteger.ZERO));
    } else if (operation instanceof Reserve reserve) {
      takes = BigInteger.valueOf(reserve.amount());
      tooMuchHeld = book.held().add(takes).compareTo(BigInteger.valueOf(Long.MAX_VALUE)) > 0;
    } else if (operation instanceof Transfer transfer) {
      takes = BigInteger.valueOf(transfer.amount());
      most = book(transfer.to()).amount().add(takes);
    }
    return book.takeable(now).subtract(takes).compareTo(floor) < 0
        || most.compareTo(ceiling) > 0
        || tooMuchHeld;
  }
}
