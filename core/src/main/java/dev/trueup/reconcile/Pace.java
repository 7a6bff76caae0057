package dev.trueup.reconcile;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.StoppedException;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * How hard a recount may work: facts per second, a share of wall time, and a pause while somebody
 * says so. All of it can be changed, and the work stopped, while it runs. Thread-safe.
 */
public final class Pace {
  /** How long to wait before asking again whether the pause is over. */
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private static final Duration WAIT_MAX = Duration.ofMinutes(1);

  private final Waiter waiter;
  private volatile BooleanSupplier pauseWhile = () -> false;
  private volatile long factsPerSecond = Long.MAX_VALUE;
  private volatile double duty = 1.0;
  private volatile boolean stopped;

  /** No limit. */
  public Pace(Waiter waiter) {
    this.waiter = waiter;
  }

  /** At most so many counted facts per second; at least 1. */
  public Pace factsPerSecond(long most) {
    if (most < 1) {
      throw new BadRequestException(
          "A pace of " + most + " rows per second never ends; at least 1 is allowed.");
    }
    factsPerSecond = most;
    return this;
  }

  /** At most this share of wall time at work; above 0 and at most 1. */
  public Pace duty(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new BadRequestException("A duty of " + share + " is not above 0 and at most 1.");
    }
    duty = share;
    return this;
  }

  /** Pauses while the question is answered with yes; asked between reads. */
  public Pace pauseWhile(BooleanSupplier question) {
    pauseWhile = question;
    return this;
  }

  /** Ends the work at the next occasion. What is settled stays settled; a sweep goes on later. */
  public void stop() {
    stopped = true;
  }

  /** Raises {@link StoppedException} once {@link #stop} was called. */
  public void checkpoint() {
    if (stopped) {
      throw new StoppedException(
          "The recount was stopped. What is settled is kept; a sweep goes on where it stopped.");
    }
  }

  /** How long this much work asks to rest. */
  Duration restAfter(long facts, Duration took) {
    double secondsAtRate = (double) facts / factsPerSecond;
    double secondsAtDuty = took.toNanos() / 1e9 / duty;
    double seconds = Math.max(secondsAtRate, secondsAtDuty) - took.toNanos() / 1e9;
    return Duration.ofNanos((long) (Math.max(0, seconds) * 1e9));
  }

  /** Whether somebody asks for a pause. */
  boolean isPaused() {
    return pauseWhile.getAsBoolean();
  }

  /** Rests, then waits until nobody asks for a pause. */
  void rest(Duration duration) {
    checkpoint();
    Duration left = duration;
    while (left.compareTo(Duration.ZERO) > 0) {
      Duration part = left.compareTo(WAIT_MAX) > 0 ? WAIT_MAX : left;
      waiter.waitFor(part);
      checkpoint();
      left = left.minus(part);
    }
    while (isPaused()) {
      waiter.waitFor(PAUSE);
      checkpoint();
    }
  }
}
