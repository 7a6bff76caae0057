package dev.trueup.drift;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a counter could not be reconciled, since its store or its source was not
 * available. It begins with the first run that failed for that reason and ends with the next run
 * that did not; then it is one mark on the time line, however many runs failed. What began in a
 * process that ended meanwhile is not known. Thread-safe.
 */
public final class Outage {
  private final String counter;
  // Guarded by this.
  private @Nullable Instant since;
  // Guarded by this.
  private String reason = "";

  public Outage(String counter) {
    this.counter = counter;
  }

  /**
   * A run failed because something was not available.
   *
   * @param startedAt when the run began
   * @param why what was not available; the first reason of an outage is kept
   */
  public synchronized void failed(Instant startedAt, String why) {
    if (since == null) {
      since = startedAt;
      reason = why;
    }
  }

  /**
   * A run was answered again: where there was an outage, it is over once it is on record.
   *
   * @param at when the run ended
   * @param record puts the mark on record; if it fails, the outage goes on
   */
  public synchronized void answered(Instant at, Consumer<TimelineMark> record) {
    Instant begin = since;
    if (begin != null) {
      record.accept(new TimelineMark(begin, label(begin, at)));
      since = null;
    }
  }

  private String label(Instant begin, Instant end) {
    String label =
        counter
            + " was not reconciled from "
            + begin.truncatedTo(ChronoUnit.SECONDS)
            + " to "
            + end.truncatedTo(ChronoUnit.SECONDS)
            + ": "
            + reason;
    return label.length() <= TimelineMark.LABEL_LENGTH_MAX
        ? label
        : label.substring(0, TimelineMark.LABEL_LENGTH_MAX - 1) + "…";
  }
}
