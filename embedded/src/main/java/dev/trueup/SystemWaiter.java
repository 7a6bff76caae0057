package dev.trueup;

import dev.trueup.error.StoppedException;
import dev.trueup.time.Waiter;
import java.time.Duration;

/** Lets real time pass; an interrupt stops the work that waits. */
final class SystemWaiter implements Waiter {
  @Override
  public void waitFor(Duration duration) {
    if (duration.isNegative() || duration.isZero()) {
      return;
    }
    try {
      Thread.sleep(duration.toMillis(), duration.toNanosPart() % 1_000_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException("The work was interrupted while it waited.");
    }
  }
}
