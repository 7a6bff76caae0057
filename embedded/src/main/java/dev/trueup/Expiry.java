package dev.trueup;

import dev.trueup.error.TrueupException;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Ledgers;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends reservations whose time is over, in the background of one process. Many processes may do so
 * at once: an end is one entry, whoever writes it. A subject that is written to ends its own first,
 * so this is for those that nobody asks for. A run that fails is logged and tried again.
 */
final class Expiry implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Expiry.class);
  private static final Duration END_MAX = Duration.ofSeconds(20);

  private final Ledgers ledgers;
  private final ScheduledExecutorService executor;

  /**
   * @param every how often each ledger is looked at
   */
  Expiry(Ledgers ledgers, Map<String, Duration> every) {
    this.ledgers = ledgers;
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "trueup-expiry");
              thread.setDaemon(true);
              return thread;
            });
    every.forEach(
        (counter, wait) -> {
          // The work catches what it raises: nobody waits for this future.
          Future<?> unused =
              executor.scheduleWithFixedDelay(
                  () -> run(counter), wait.toMillis(), wait.toMillis(), TimeUnit.MILLISECONDS);
        });
  }

  private void run(String counter) {
    try {
      int ended;
      do {
        ended = ledgers.expire(counter, LedgerStore.BATCH_MAX);
      } while (ended == LedgerStore.BATCH_MAX && !executor.isShutdown());
    } catch (TrueupException e) {
      LOG.warn(
          "Ending reservations of {} failed and will be tried again: {}", counter, e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Ending reservations of {} failed and will be tried again", counter, e);
    }
  }

  /** Waits for a run that is under way, a bounded time. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(END_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Ending reservations took longer than {}; its connections are taken", END_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
