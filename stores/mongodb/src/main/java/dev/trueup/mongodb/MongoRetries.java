package dev.trueup.mongodb;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How often Trueup sends an operation again that was refused for a passing reason, or whose answer
 * was lost and which may be sent twice. These come on top of the server's own and the driver's.
 *
 * @param attemptsMax attempts in all, the first one too; at least 1
 * @param deadline no attempt begins later than this after the first
 * @param backoff the pause before the second attempt; it doubles each time, and a random half of it
 *     is left out so that many clients do not come back at once
 * @param backoffMax the longest pause
 */
public record MongoRetries(
    int attemptsMax, Duration deadline, Duration backoff, Duration backoffMax) {
  /** Five attempts within ten seconds, pauses of 20 ms to 1 s. */
  public static final MongoRetries DEFAULT =
      new MongoRetries(5, Duration.ofSeconds(10), Duration.ofMillis(20), Duration.ofSeconds(1));

  /** One attempt: every failure is told at once. */
  public static final MongoRetries NONE =
      new MongoRetries(1, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  public MongoRetries {
    if (attemptsMax < 1
        || deadline.isNegative()
        || backoff.isNegative()
        || backoffMax.compareTo(backoff) < 0) {
      throw new IllegalArgumentException(
          "Retries need at least one attempt, no negative times, and a longest pause that is not"
              + " shorter than the first.");
    }
  }

  /** The pause after an attempt, the first being 1. */
  Duration pauseAfter(int attempt, RandomGenerator random) {
    long full = Math.min(backoff.toNanos() << Math.min(attempt - 1, 16), backoffMax.toNanos());
    return Duration.ofNanos(full / 2 + (full < 2 ? 0 : random.nextLong(full / 2)));
  }
}
