package dev.trueup.jdbc;

import dev.trueup.error.UnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How often a transaction that lost a race is run again.
 *
 * @param attemptsMax runs in all, the first one too
 * @param backoff the pause before the second run; it doubles each time
 * @param backoffMax the longest pause
 */
public record Retries(int attemptsMax, Duration backoff, Duration backoffMax) {
  /** Eight runs within about two seconds of pauses. */
  public static final Retries DEFAULT =
      new Retries(8, Duration.ofMillis(10), Duration.ofMillis(500));

  void pauseAfter(int attempt) {
    long millis = Math.min(backoff.toMillis() << Math.min(attempt - 1, 20), backoffMax.toMillis());
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("Stopped while waiting to run a transaction again.", e);
    }
  }
}
