package dev.trueup.demo;

import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets the application work at its rate: seconds times rate events, so that a seed gives the same
 * rows on every machine. Where it falls behind it catches up; after twice the time it gives up.
 */
final class Writing implements Runnable {
  private static final int SLOWNESS_MAX = 2;

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
    Instant latest = began.plusSeconds((long) SLOWNESS_MAX * options.seconds());
    Duration between = Duration.ofSeconds(1).dividedBy(options.rate());
    long events = (long) options.seconds() * options.rate();
    for (long done = 0; done < events; done++) {
      Instant now = clock.instant();
      if (now.isAfter(latest)) {
        break;
      }
      waiter.waitFor(Duration.between(now, began.plus(between.multipliedBy(done))));
      inTurn(
          () -> {
            application.step();
            application.redeliverDue();
          });
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
