package dev.trueup.store;

import dev.trueup.drift.DriftRun;
import dev.trueup.drift.TimelineMark;
import java.time.Instant;
import java.util.List;

/** What runs found, over time. Thread-safe. Audits write to it only where a store is configured. */
public interface DriftHistory {
  void record(DriftRun run);

  /** Runs of a counter that began in [from, to), the newest first. */
  List<DriftRun> runs(String counter, Instant from, Instant to, int limit);

  void mark(TimelineMark mark);

  /** Marks in [from, to), the newest first. */
  List<TimelineMark> marks(Instant from, Instant to, int limit);

  /** Drops runs and marks from before an instant. */
  void dropBefore(Instant instant);
}
