package dev.trueup.testkit.compatibility;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.error.AnswerLostException;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.compatibility.Backend.Memory;
import dev.trueup.testkit.compatibility.FaultyStores.Broken;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import dev.trueup.testkit.time.SettableClock;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The suite on whatever backend was chosen last. Not named as a test: it is run through the
 * launcher only, once for each backend that is broken on purpose.
 */
class BackendUnderTest extends CounterStoreCompatibility {
  private static volatile Backend chosen = Broken::new;

  private final Memory memory =
      new Memory(
          new ModelState(),
          SettableClock.inTheFuture(),
          new SplittableRandom(7),
          new ModelRepairLog());

  static void choose(Backend backend) {
    chosen = backend;
  }

  @Override
  protected CounterStore openStore() {
    return chosen.open(memory);
  }

  @Override
  protected RepairLog repairLog() {
    return memory.repairLog();
  }

  @Override
  protected Optional<CounterStore> openStoreLosingAnswers() {
    CounterStore store = chosen.open(memory);
    return Optional.of(
        new Broken(memory) {
          @Override
          public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
            List<Outcome> outcomes = store.accept(counter, changes, withReading);
            if (store instanceof Backend.Losing losing) {
              return losing.answerLost(outcomes);
            }
            throw new AnswerLostException("The connection broke before the answer came.");
          }
        });
  }
}
