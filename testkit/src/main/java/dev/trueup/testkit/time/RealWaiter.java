package dev.trueup.testkit.time;

import dev.trueup.error.StoppedException;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets real time pass, for tests in which others work at full speed meanwhile and do not follow a
 * settable clock. It can be stopped, also while somebody waits. Thread-safe.
 */
public final class RealWaiter implements Waiter {
  private final CountDownLatch stopped = new CountDownLatch(1);

  @Override
  public void waitFor(Duration duration) {
    try {
      if (stopped.await(duration.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new StoppedException("The wait was cut short.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoppedException("The waiting thread was interrupted.");
    }
  }

  /** Ends every wait, now and later, with a {@link StoppedException}. */
  public void stop() {
    stopped.countDown();
  }
}
