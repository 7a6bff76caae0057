package dev.trueup.testkit.time;

import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waiting that takes no time: it moves the clock instead, and first runs what a test has planned
 * for the time that passes. Thread-safe.
 */
public final class ManualWaiter implements Waiter {
  private final SettableClock clock;
  private final ManualRunner runner;
  private final AtomicLong waits = new AtomicLong();

  public ManualWaiter(SettableClock clock) {
    this(clock, new ManualRunner(clock));
  }

  public ManualWaiter(SettableClock clock, ManualRunner runner) {
    this.clock = clock;
    this.runner = runner;
  }

  @Override
  public void waitFor(Duration duration) {
    waitUntil(clock.instant().plus(duration));
  }

  /** Waits until the instant; one that is past returns at once. */
  public void waitUntil(Instant instant) {
    waits.incrementAndGet();
    runner.runUntil(instant);
  }

  /** What is planned on it happens while somebody waits. */
  public ManualRunner runner() {
    return runner;
  }

  /** How often somebody waited. */
  public long waits() {
    return waits.get();
  }
}
