package dev.trueup.time;

import java.time.Duration;

/**
 * Lets time pass. Injected beside the clock, so that a test moves a settable clock instead of
 * sleeping. Implementations are thread-safe.
 */
@FunctionalInterface
public interface Waiter {
  /**
   * Returns when the duration has passed; at once if it is zero or negative.
   *
   * @throws dev.trueup.error.StoppedException if the wait is cut short because work has to stop
   */
  void waitFor(Duration duration);
}
