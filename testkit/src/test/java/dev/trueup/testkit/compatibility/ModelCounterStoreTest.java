package dev.trueup.testkit.compatibility;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.error.AnswerLostException;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.model.ModelCounterStore;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import dev.trueup.testkit.time.SettableClock;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** The honest store passes; without that the suite's verdict on broken ones would mean nothing. */
class ModelCounterStoreTest extends CounterStoreCompatibility {
  private final ModelState state = new ModelState();
  private final ModelRepairLog repairLog = new ModelRepairLog();
  private final SettableClock clock = SettableClock.inTheFuture();
  private final RandomGenerator random = new SplittableRandom(7);

  @Override
  protected CounterStore openStore() {
    return new ModelCounterStore(state, clock, random, repairLog);
  }

  @Override
  protected RepairLog repairLog() {
    return repairLog;
  }

  @Override
  protected Optional<CounterStore> openStoreLosingAnswers() {
    return Optional.of(
        new ModelCounterStore(state, clock, random, repairLog) {
          @Override
          public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
            super.accept(counter, changes, withReading);
            throw new AnswerLostException("The connection broke before the answer came.");
          }
        });
  }
}
