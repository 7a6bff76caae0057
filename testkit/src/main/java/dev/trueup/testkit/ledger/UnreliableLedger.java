package dev.trueup.testkit.ledger;

import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.testkit.simulation.EnumCounts;
import java.util.List;
import java.util.random.RandomGenerator;

/** A store behind a connection that breaks now and then, before or after the write. */
final class UnreliableLedger extends ForwardingLedgerStore {
  private final LedgerStore store;
  private final RandomGenerator random;
  private final EnumCounts<LedgerRareEvent> rare;
  private boolean reliable;

  UnreliableLedger(LedgerStore store, RandomGenerator random, EnumCounts<LedgerRareEvent> rare) {
    super(store);
    this.store = store;
    this.random = random;
    this.rare = rare;
  }

  LedgerStore reliable() {
    return store;
  }

  void becomeReliable() {
    reliable = true;
  }

  @Override
  public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
    int dice = reliable ? 100 : random.nextInt(100);
    if (dice < 2) {
      rare.met(LedgerRareEvent.STORE_DOWN);
      throw new UnavailableException("The store is down.");
    }
    if (dice < 5) {
      rare.met(LedgerRareEvent.ANSWER_LOST_BEFORE_THE_WRITE);
      throw new AnswerLostException("The connection broke before the commit.");
    }
    List<LedgerOutcome> outcomes = super.apply(counter, operations);
    if (dice < 12) {
      rare.met(LedgerRareEvent.ANSWER_LOST_AFTER_THE_WRITE);
      throw new AnswerLostException("The connection broke after the commit.");
    }
    return outcomes;
  }
}
