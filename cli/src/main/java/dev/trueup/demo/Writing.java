package dev.trueup.demo;

import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/** Lets the application work at its rate for so long. Where it falls behind, it catches up. */
final class Writing implements Runnable {
  private final DemoOptions options;
  private final Application application;
  private final ReentrantLock turn;
  private final InstantSource clock;
  private final Waiter waiter;

  Writing(
      DemoOptions options,
      Application application,
      ReentrantLock turn,
      InstantSource clock,
      Waiter waiter) {
    this.options = options;
    this.application = application;
    this.turn = turn;
    this.clock = clock;
    this.waiter = waiter;
  }

  @Override
  public void run() {
    Instant began = clock.instant();
    Instant end = began.plusSeconds(options.seconds());
    Duration between = Duration.ofSeconds(1).dividedBy(options.rate());
    long events = 0;
    for (Instant now = began; now.isBefore(end); now = clock.instant()) {
      Instant due = began.plus(between.multipliedBy(events));
      if (due.isAfter(now)) {
        waiter.waitFor(Duration.between(now, due));
        continue;
      }
      inTurn(
          () -> {
            application.step();
            application.redeliverDue();
          });
      events++;
    }
    inTurn(application::redeliverAll);
  }

  private void inTurn(Runnable work) {
    turn.lock();
    try {
      work.run();
    } finally {
      turn.unlock();
    }
  }
}
