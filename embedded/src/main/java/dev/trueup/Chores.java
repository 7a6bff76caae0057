package dev.trueup;

import dev.trueup.error.TrueupException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Small work that comes back, in the background of one process, one after the other. Many processes
 * may do the same work at once. Work that fails is logged and tried again at its next time.
 */
final class Chores implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Chores.class);
  private static final Duration END_MAX = Duration.ofSeconds(20);

  private final ScheduledExecutorService executor;

  /**
   * Work on one counter.
   *
   * @param what for the log, as in {@code "ending reservations of wallet"}
   * @param first how long after the start it is done first
   * @param every how long after its end it is done again
   */
  record Chore(String what, Duration first, Duration every, Step step) {}

  /** A part of bounded size. */
  interface Step {
    /** Whether more is left to do now. */
    boolean run();
  }

  Chores(String threadName, List<Chore> chores) {
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, threadName);
              thread.setDaemon(true);
              return thread;
            });
    for (Chore chore : chores) {
      // The work catches what it raises: nobody waits for this future.
      Future<?> unused =
          executor.scheduleWithFixedDelay(
              () -> run(chore),
              chore.first().toMillis(),
              chore.every().toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  private void run(Chore chore) {
    try {
      boolean more = true;
      while (more && !executor.isShutdown()) {
        more = chore.step().run();
      }
    } catch (TrueupException e) {
      LOG.warn("{} failed and will be tried again: {}", chore.what(), e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("{} failed and will be tried again", chore.what(), e);
    }
  }

  /** Waits for work that is under way, a bounded time. */
  @Override
  public void close() {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(END_MAX.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.warn("Work in the background took longer than {}; its connections are taken", END_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
