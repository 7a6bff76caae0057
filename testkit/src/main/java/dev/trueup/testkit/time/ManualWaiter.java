package dev.trueup.testkit.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Waiting that takes no time: it moves the clock instead, and first runs what a test has planned
 * for the time that passes. Pass {@code waiter::waitFor} or {@code waiter::waitUntil} wherever
 * production code is given a way to sleep. Thread-safe.
 */
public final class ManualWaiter {
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

  /** Waits for the duration; zero or less returns at once. */
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
