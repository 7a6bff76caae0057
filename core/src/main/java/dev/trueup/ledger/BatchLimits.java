package dev.trueup.ledger;

import dev.trueup.error.BadRequestException;
import java.time.Duration;

/**
 * How single operations are grouped into transactions.
 *
 * @param lanes how many transactions of a counter run at once; a subject is always in the same lane
 * @param batchMax the most operations in one transaction
 * @param queueMax the most operations that wait in a lane; more are refused as busy
 * @param linger how long a transaction waits for company before it begins; zero for not at all
 */
public record BatchLimits(int lanes, int batchMax, int queueMax, Duration linger) {
  /** Two lanes of up to 256, a queue of 10,000 each, no lingering. */
  public static final BatchLimits DEFAULT = new BatchLimits(2, 256, 10_000, Duration.ZERO);

  public BatchLimits {
    if (lanes < 1 || lanes > 64) {
      throw refused("lanes", lanes, "1 to 64");
    }
    if (batchMax < 1 || batchMax > LedgerStore.BATCH_MAX) {
      throw refused("operations in a transaction", batchMax, "1 to " + LedgerStore.BATCH_MAX);
    }
    if (queueMax < 1 || queueMax > 1_000_000) {
      throw refused("waiting operations", queueMax, "1 to 1000000");
    }
    if (linger.isNegative() || linger.compareTo(Duration.ofSeconds(1)) > 0) {
      throw new BadRequestException(
          "A linger time of " + linger + " is not allowed; give 0 to 1 s.");
    }
  }

  private static BadRequestException refused(String what, int found, String allowed) {
    return new BadRequestException(found + " " + what + " are not allowed; give " + allowed + ".");
  }
}
