package dev.trueup.jdbc.race;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Does something again and again in a thread of its own, with a pause after each. */
final class Regularly implements AutoCloseable {
  private final Ledger ledger;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final ExecutorService service = Executors.newSingleThreadExecutor();

  Regularly(long pauseMillis, Runnable task, Ledger ledger) {
    this.ledger = ledger;
    service.execute(
        () -> {
          try {
            do {
              task.run();
            } while (!stop.await(pauseMillis, TimeUnit.MILLISECONDS));
          } catch (InterruptedException | RuntimeException e) {
            ledger.fault("Regular work ended: " + e);
          }
        });
  }

  @Override
  public void close() {
    stop.countDown();
    Ending.of(service, ledger);
  }
}
