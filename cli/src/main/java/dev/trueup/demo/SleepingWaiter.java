package dev.trueup.demo;

import dev.trueup.error.StoppedException;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets real time pass, until it is told to stop. Thread-safe. */
final class SleepingWaiter implements Waiter {
  private final CountDownLatch stopped = new CountDownLatch(1);

  @Override
  public void waitFor(Duration duration) {
    boolean stop;
    try {
      stop = stopped.await(Math.max(0, duration.toNanos()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop = true;
    }
    if (stop) {
      throw new StoppedException("The demo was stopped.");
    }
  }

  /** Ends every wait, now and later. */
  void stop() {
    stopped.countDown();
  }
}
