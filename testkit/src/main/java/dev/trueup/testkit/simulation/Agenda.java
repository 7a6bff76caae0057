package dev.trueup.testkit.simulation;

import java.time.Instant;
import java.util.PriorityQueue;

/** What is to happen, in order of time and then of planning. Times are microseconds since 1970. */
final class Agenda {
  static final long SECOND = 1_000_000;

  /** 2030-01-01T00:00:00Z. */
  static final long START = 1_893_456_000L * SECOND;

  private final PriorityQueue<Event> plan = new PriorityQueue<>();
  private final Runnable afterEach;
  private final Trace trace;
  private long now = START;
  private long order;
  private long events;

  Agenda(Trace trace, Runnable afterEach) {
    this.trace = trace;
    this.afterEach = afterEach;
  }

  private record Event(long at, long order, String what, Runnable action)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(at, other.at);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  long now() {
    return now;
  }

  /** How many events have happened. */
  long events() {
    return events;
  }

  void at(long time, String what, Runnable action) {
    plan.add(new Event(Math.max(time, now), order++, what, action));
  }

  void after(long delay, String what, Runnable action) {
    at(now + delay, what, action);
  }

  /** Lets everything happen that is planned. */
  void drain() {
    while (!plan.isEmpty()) {
      next();
    }
  }

  /** Lets time pass until then, with everything that is planned meanwhile. Events may call it. */
  void runUntil(long time) {
    while (!plan.isEmpty() && plan.peek().at() <= time) {
      next();
    }
    now = Math.max(now, time);
  }

  private void next() {
    Event event = plan.remove();
    now = Math.max(now, event.at());
    events++;
    trace.event(now, event.what());
    event.action().run();
    afterEach.run();
  }

  static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, SECOND), Math.floorMod(micros, SECOND) * 1_000);
  }

  static long micros(Instant instant) {
    return instant.getEpochSecond() * SECOND + instant.getNano() / 1_000;
  }
}
