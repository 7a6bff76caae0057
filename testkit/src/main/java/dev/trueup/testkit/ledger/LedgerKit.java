package dev.trueup.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.BatchLimits;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.Ledger;
import dev.trueup.ledger.LedgerAudit;
import dev.trueup.ledger.LedgerBatcher;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerFault;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Expire;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Release;
import dev.trueup.ledger.LedgerOperation.Reserve;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.StoredBalance;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One test's store and counter, with the few moves that all tests share. */
public final class LedgerKit {
  static final Subject SHELF = new Subject("shelf-1");
  static final Subject OTHER = new Subject("shelf-2");

  private final LedgerStore store;
  private final LedgerCounter counter;

  LedgerKit(LedgerStore store, String name, Bounds bounds) {
    this.store = store;
    this.counter = new LedgerCounter(name, bounds);
    store.enable(counter);
  }

  LedgerStore store() {
    return store;
  }

  LedgerCounter counter() {
    return counter;
  }

  /** The counter as everything above the store uses it. */
  Ledger ledger() {
    return new Ledger(
        counter, store, new LedgerBatcher(counter, store, BatchLimits.DEFAULT, duration -> {}));
  }

  /** An instant that no test waits for. */
  Instant later() {
    return store.now().plus(Duration.ofDays(1));
  }

  LedgerOutcome apply(LedgerOperation operation) {
    return store.apply(counter, List.of(operation)).get(0);
  }

  List<LedgerOutcome> apply(List<LedgerOperation> operations) {
    return store.apply(counter, operations);
  }

  LedgerOutcome append(String id, long amount) {
    return apply(new Append(SHELF, id, amount));
  }

  LedgerOutcome append(Subject subject, String id, long amount) {
    return apply(new Append(subject, id, amount));
  }

  LedgerOutcome transfer(Subject from, Subject to, String id, long amount) {
    return apply(new Transfer(from, to, id, amount));
  }

  LedgerOutcome reserve(String id, long amount, Instant expiresAt) {
    return apply(new Reserve(SHELF, id, amount, expiresAt));
  }

  LedgerOutcome post(String reservation, String id, @Nullable Long amount) {
    return apply(new Post(SHELF, reservation, id, amount));
  }

  LedgerOutcome release(String reservation) {
    return apply(new Release(SHELF, reservation));
  }

  LedgerOutcome expire(String reservation) {
    return apply(new Expire(SHELF, reservation));
  }

  /** Applies what has to succeed, and returns its entry. */
  static Entry applied(LedgerOutcome outcome) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.APPLIED);
    return Objects.requireNonNull(outcome.entry());
  }

  /** The outcome repeats the first answer, whole. */
  static void repeats(LedgerOutcome outcome, Entry first) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.DUPLICATE);
    assertThat(outcome.entry()).isEqualTo(first);
  }

  static void rejected(LedgerOutcome outcome, Rejection rejection) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.REJECTED);
    assertThat(outcome.rejection()).isEqualTo(rejection);
    assertThat(outcome.message()).isNotBlank();
    assertThat(outcome.entry()).isNull();
  }

  Balance balance(Subject subject) {
    StoredBalance stored = store.balances(counter, List.of(subject)).get(subject);
    return stored == null ? Balance.ZERO : stored.balance();
  }

  /** Amount and what is reserved of it. */
  void holds(Subject subject, long amount, long reserved) {
    Balance balance = balance(subject);
    assertThat(List.of(balance.amount(), balance.reserved()))
        .as("amount and reserved of %s", subject)
        .containsExactly(amount, reserved);
  }

  void holds(long amount, long reserved) {
    holds(SHELF, amount, reserved);
  }

  List<Entry> entries(Subject subject) {
    List<Entry> all = new ArrayList<>();
    while (true) {
      List<Entry> page = store.entries(counter, subject, all.size(), 50);
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
    }
  }

  long open(String reservation) {
    return store.reservation(counter, SHELF, reservation).orElseThrow().open();
  }

  /** What an audit finds; few subjects a page, so that pages are turned. */
  List<LedgerFault> audit() {
    List<LedgerFault> faults = new ArrayList<>();
    LedgerAudit.run(ledger(), 3, faults::add);
    return faults;
  }

  /** Everything that the store tells of a subject, to show that nothing was written. */
  String everythingOf(Subject subject) {
    return balance(subject) + " " + entries(subject) + " " + audit();
  }
}
