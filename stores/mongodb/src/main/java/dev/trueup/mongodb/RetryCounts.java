package dev.trueup.mongodb;

import java.util.concurrent.atomic.LongAdder;

/**
 * Retries told apart, since the database was opened: what met a conflict at the server, what the
 * driver sent again, and what Trueup sent again. Thread-safe.
 */
public final class RetryCounts {
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder races = new LongAdder();
  private final LongAdder driver = new LongAdder();
  private final LongAdder own = new LongAdder();
  private final LongAdder lost = new LongAdder();

  /** Write conflicts that the server reported; those it resolved by itself it counts itself. */
  public long conflicts() {
    return conflicts.sum();
  }

  /** Documents that somebody else made first or changed between reading and writing. */
  public long races() {
    return races.sum();
  }

  /** Writes that the driver sent again by itself. */
  public long driver() {
    return driver.sum();
  }

  /** Operations that Trueup sent again. */
  public long own() {
    return own.sum();
  }

  /** Answers that were lost, whether or not sending again settled it. */
  public long lost() {
    return lost.sum();
  }

  void conflict() {
    conflicts.increment();
  }

  /** Counts a race that was lost and is run again. */
  public void race() {
    races.increment();
  }

  void driverRetry() {
    driver.increment();
  }

  void ownRetry() {
    own.increment();
  }

  void answerLost() {
    lost.increment();
  }

  @Override
  public String toString() {
    return "server conflicts "
        + conflicts()
        + ", lost races "
        + races()
        + ", driver retries "
        + driver()
        + ", own retries "
        + own()
        + ", lost answers "
        + lost();
  }
}
