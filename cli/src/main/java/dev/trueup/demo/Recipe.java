package dev.trueup.demo;

import dev.trueup.counter.Change;
import java.time.Instant;
import java.util.List;

/**
 * One way to keep a number per post. The application sends every change to each recipe through this
 * one door, and every fault hits all of them alike. Changes come from one thread, runs of the job
 * from another, readings from a third.
 */
interface Recipe {
  /** What the application learns. */
  enum Answer {
    /** The change is counted, or was before, or never will be: nothing is left to do. */
    DONE,
    /** The answer was lost; the application sends the same changes again. */
    UNKNOWN
  }

  Way way();

  /** Counts the changes of one event. */
  Answer apply(List<Change> changes);

  /** What a visitor is shown, per post; place 0 is not used. */
  long[] shown();

  /** One run of the job that is to keep the numbers right; nothing where the recipe has none. */
  void runJob();

  /** The same, once nobody writes any more since this moment. */
  default void runLastJob(Instant stoppedAt) {
    runJob();
  }
}
