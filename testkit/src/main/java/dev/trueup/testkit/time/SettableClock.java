package dev.trueup.testkit.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands still until a test moves it. Thread-safe. */
public final class SettableClock implements InstantSource {
  // Guarded by this.
  private Instant now;

  public SettableClock(Instant start) {
    this.now = start;
  }

  /** A clock at {@code 2030-01-01T00:00:00Z}, an instant that no test meets by accident. */
  public static SettableClock inTheFuture() {
    return new SettableClock(Instant.parse("2030-01-01T00:00:00Z"));
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** Sets the clock, also backwards: real clocks do that. */
  public synchronized void set(Instant instant) {
    now = instant;
  }

  /** Moves the clock by the duration, which may be negative, and returns the new time. */
  public synchronized Instant advance(Duration duration) {
    now = now.plus(duration);
    return now;
  }

  /** Moves the clock forward to the instant; a clock that is there or past it stays. */
  public synchronized Instant advanceTo(Instant instant) {
    now = now.isBefore(instant) ? instant : now;
    return now;
  }

  @Override
  public String toString() {
    return "SettableClock at " + instant();
  }
}
