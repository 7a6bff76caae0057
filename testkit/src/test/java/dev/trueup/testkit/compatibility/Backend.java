package dev.trueup.testkit.compatibility;

import dev.trueup.counter.Outcome;
import dev.trueup.store.CounterStore;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/** A way to open stores on a memory. */
interface Backend {
  CounterStore open(Memory memory);

  /** What the stores of one test share. */
  record Memory(
      ModelState state, InstantSource clock, RandomGenerator random, ModelRepairLog repairLog) {}

  /** A store that makes something up when the answer to a write was lost. */
  interface Losing {
    List<Outcome> answerLost(List<Outcome> outcomes);
  }
}
