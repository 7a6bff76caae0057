package dev.trueup.testkit.time;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Runs planned tasks on the thread that moves the time, each at its own instant of the clock, in
 * order of time and then of planning. A task may plan others. Thread-safe; tasks run outside the
 * lock.
 */
public final class ManualRunner {
  private final SettableClock clock;
  // Guarded by this.
  private final PriorityQueue<Planned> plan =
      new PriorityQueue<>(Comparator.comparing(Planned::at).thenComparingLong(Planned::order));
  // Guarded by this.
  private long nextOrder;

  public ManualRunner(SettableClock clock) {
    this.clock = clock;
  }

  /** Plans a task for an instant; one that is past runs at the next occasion. */
  public synchronized void at(Instant instant, Runnable task) {
    plan.add(new Planned(instant, nextOrder++, task));
  }

  /** Plans a task for so long after now. */
  public void after(Duration delay, Runnable task) {
    at(clock.instant().plus(delay), task);
  }

  /** Moves the clock to the instant, running on the way what is due, with the clock at its time. */
  public void runUntil(Instant end) {
    for (Planned due = nextDue(end); due != null; due = nextDue(end)) {
      clock.advanceTo(due.at());
      due.task().run();
    }
    clock.advanceTo(end);
  }

  /** Moves the clock by the duration, like {@link #runUntil}. */
  public void runFor(Duration duration) {
    runUntil(clock.instant().plus(duration));
  }

  /** How many tasks are planned and have not run. */
  public synchronized int planned() {
    return plan.size();
  }

  private synchronized @Nullable Planned nextDue(Instant end) {
    Planned first = plan.peek();
    return first == null || first.at().isAfter(end) ? null : plan.poll();
  }

  private record Planned(Instant at, long order, Runnable task) {}
}
