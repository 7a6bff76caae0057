package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Watermark;
import dev.trueup.reconcile.Judgement;
import dev.trueup.reconcile.Observation;
import dev.trueup.store.CounterStore;
import dev.trueup.testkit.model.ModelSteps;
import java.util.List;

/**
 * The protocol's joints, honest as they stand: each hands on what the real code made. A planted
 * fault overrides one of them, and the auditor has to notice.
 */
class Protocol {
  /** The steps of the injected store. */
  ModelSteps steps() {
    return new ModelSteps();
  }

  /** The watermark of a snapshot. */
  Watermark watermark(Counter counter, Watermark made) {
    return made;
  }

  /** What was observed. */
  Observation observed(Counter counter, Observation made) {
    return made;
  }

  /** What is judged, just before it is. */
  Observation judging(Counter counter, Observation made, CounterStore store) {
    return made;
  }

  /** Whether a judgement waits until it is due. */
  boolean waitsToJudge() {
    return true;
  }

  /** What is settled, just before it is. */
  Judgement settling(Counter counter, Judgement made, CounterStore store) {
    return made;
  }

  /** What the application is told. */
  List<Outcome> told(List<Outcome> made) {
    return made;
  }

  /** The change that a retry sends. */
  Change retried(Change change, int attempt) {
    return change;
  }
}
