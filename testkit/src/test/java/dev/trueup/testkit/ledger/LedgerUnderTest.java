package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The suite on whatever backend was chosen last. Not named as a test: it is run through the
 * launcher only, once for each backend that is broken on purpose.
 */
class LedgerUnderTest extends LedgerStoreCompatibility {
  private static volatile ModelLedger.Backend chosen = FaultyLedgers.HONEST;

  private final ModelLedger memory = new ModelLedger();

  /** A store that makes something up when the answer to a write was lost. */
  interface Losing {
    UnaryOperator<List<LedgerOutcome>> madeUp();
  }

  static void choose(ModelLedger.Backend backend) {
    chosen = backend;
  }

  @Override
  protected LedgerStore openStore() {
    return chosen.open(memory);
  }

  @Override
  protected Optional<LedgerStore> openStoreLosingAnswers() {
    ModelLedgerStore store = chosen.open(memory);
    return Optional.of(
        ModelLedger.losing(
            store, store instanceof Losing losing ? losing.madeUp() : ModelLedger::lost));
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
