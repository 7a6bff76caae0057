package dev.trueup.events;

import dev.trueup.error.BadRequestException;
import java.time.Duration;

/**
 * How much one call seals, and how fast.
 *
 * @param rowsMax the most rows in one step, which is one transaction; it holds the locks of their
 *     subjects
 * @param stepsMax the most steps in one call
 * @param rest how long to rest after each step; zero for not at all
 */
public record SealLimits(int rowsMax, int stepsMax, Duration rest) {
  /** 500 rows a step, a thousand steps, 20 ms of rest after each. */
  public static final SealLimits DEFAULT = new SealLimits(500, 1_000, Duration.ofMillis(20));

  public SealLimits {
    if (rowsMax < 1 || rowsMax > EventStore.BATCH_MAX) {
      throw new BadRequestException(
          rowsMax + " rows in a step are not allowed; give 1 to " + EventStore.BATCH_MAX + ".");
    }
    if (stepsMax < 1 || stepsMax > 1_000_000) {
      throw new BadRequestException(stepsMax + " steps are not allowed; give 1 to 1000000.");
    }
    if (rest.isNegative() || rest.compareTo(Duration.ofMinutes(1)) > 0) {
      throw new BadRequestException("A rest of " + rest + " is not allowed; give 0 to 1 minute.");
    }
  }
}
