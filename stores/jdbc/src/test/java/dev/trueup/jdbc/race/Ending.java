package dev.trueup.jdbc.race;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;

/** Ends what works in the background. */
final class Ending {
  private Ending() {}

  /** Lets it finish what it has begun and was given, and waits for that. */
  static void of(ExecutorService service, Ledger ledger) {
    service.shutdown();
    try {
      if (!service.awaitTermination(1, TimeUnit.MINUTES)) {
        ledger.fault(service + " did not end within a minute");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while ending " + service, e);
    }
  }
}
