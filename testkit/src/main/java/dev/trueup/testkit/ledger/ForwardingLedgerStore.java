package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.AuditedBalance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Reservation;
import dev.trueup.ledger.StoredBalance;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that lets another one do the work; for tests that come between. */
public class ForwardingLedgerStore implements LedgerStore {
  private final LedgerStore store;

  public ForwardingLedgerStore(LedgerStore store) {
    this.store = store;
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public void enable(LedgerCounter counter) {
    store.enable(counter);
  }

  @Override
  public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
    return store.apply(counter, operations);
  }

  @Override
  public Map<Subject, StoredBalance> balances(LedgerCounter counter, Collection<Subject> subjects) {
    return store.balances(counter, subjects);
  }

  @Override
  public List<Entry> entries(
      LedgerCounter counter, Subject subject, long afterSequence, int limit) {
    return store.entries(counter, subject, afterSequence, limit);
  }

  @Override
  public Optional<Reservation> reservation(LedgerCounter counter, Subject subject, String id) {
    return store.reservation(counter, subject, id);
  }

  @Override
  public List<Reservation> due(LedgerCounter counter, int limit) {
    return store.due(counter, limit);
  }

  @Override
  public List<AuditedBalance> examine(LedgerCounter counter, @Nullable Subject after, int limit) {
    return store.examine(counter, after, limit);
  }

  @Override
  public void close() {
    store.close();
  }
}
