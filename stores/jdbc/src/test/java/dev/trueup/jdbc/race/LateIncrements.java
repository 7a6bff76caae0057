package dev.trueup.jdbc.race;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Increments of the column that come 50 ms after their row was committed. */
final class LateIncrements implements AutoCloseable {
  private static final int WORKERS = 2;
  private static final long DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int WAITING_MAX = 50;

  /** A repair looks three times, a settle time of 500 ms apart. */
  private static final long LATE_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(900);

  private final Forum forum;
  private final Ledger ledger;
  private final LongestWait longestWait;
  private final DelayQueue<Late> queue = new DelayQueue<>();
  private final Semaphore room = new Semaphore(WAITING_MAX);
  private final AtomicBoolean ending = new AtomicBoolean();
  private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);

  LateIncrements(Forum forum, Ledger ledger, LongestWait longestWait) {
    this.forum = forum;
    this.ledger = ledger;
    this.longestWait = longestWait;
    for (int i = 0; i < WORKERS; i++) {
      workers.execute(this::work);
    }
  }

  /** Waits while too many are on their way. */
  void add(int subject, int amount) throws InterruptedException {
    room.acquire();
    queue.add(new Late(subject, amount, System.nanoTime() + DELAY_NANOS));
  }

  private void work() {
    try (Connection connection = forum.connect();
        Increment increment = new Increment(connection, longestWait)) {
      while (!ending.get() || !queue.isEmpty()) {
        Late late = queue.poll(DELAY_NANOS, TimeUnit.NANOSECONDS);
        if (late != null) {
          increment.add(late.subject(), late.amount());
          refuseIfTooLate(late);
          ledger.counted(late.subject(), late.amount());
          room.release();
        }
      }
    } catch (SQLException | InterruptedException e) {
      ledger.fault("A late increment failed: " + e);
    }
  }

  /** Then the settle time was shorter than promised, and the race says nothing about repairs. */
  private void refuseIfTooLate(Late late) {
    long overdueNanos = System.nanoTime() - late.dueNanos();
    if (overdueNanos > LATE_NANOS_MAX) {
      ledger.fault(
          "The machine is too slow for this test: an increment came "
              + TimeUnit.NANOSECONDS.toMillis(overdueNanos)
              + " ms after its time");
    }
  }

  /** Ends when the last one is in. */
  @Override
  public void close() {
    ending.set(true);
    Ending.of(workers, ledger);
  }

  private record Late(int subject, int amount, long dueNanos) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
  }
}
