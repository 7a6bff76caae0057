package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.LedgerStore;
import java.time.Instant;
import java.util.Optional;

/** The honest store passes; without that the suite's verdict on broken ones would mean nothing. */
class ModelLedgerStoreTest extends LedgerStoreCompatibility {
  private final ModelLedger memory = new ModelLedger();

  @Override
  protected LedgerStore openStore() {
    return new ModelLedgerStore(memory.state(), memory.clock());
  }

  @Override
  protected Optional<LedgerStore> openStoreLosingAnswers() {
    return Optional.of(
        ModelLedger.losing(
            new ModelLedgerStore(memory.state(), memory.clock()), ModelLedger::lost));
  }

  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    return memory.tamper(counter, subject, tampering);
  }

  @Override
  public void waitUntil(Instant instant) {
    memory.clock().advanceTo(instant);
  }
}
