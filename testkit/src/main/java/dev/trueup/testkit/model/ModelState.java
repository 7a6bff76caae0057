package dev.trueup.testkit.model;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Subject;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What stores on one memory share, as processes share a database. Everything in it is guarded by
 * the state itself.
 */
public final class ModelState {
  final Map<String, CounterState> counters = new HashMap<>();

  /** Loses everything, as a server without a disk does when it restarts. */
  public synchronized void wipe() {
    counters.clear();
  }

  /** One counter. */
  static final class CounterState {
    final Instant acceptingSince;
    final TreeMap<Subject, SubjectState> subjects = new TreeMap<>();
    Progress progress = Progress.NONE;

    CounterState(Instant acceptingSince) {
      this.acceptingSince = acceptingSince;
    }
  }

  /** One subject: its head, and the changes and sums of its cells. */
  static final class SubjectState {
    @Nullable Head head;
    final Map<String, Change> changes = new LinkedHashMap<>();
    final Map<Cell, Long> cells = new HashMap<>();
    final Deque<Change> covered = new ArrayDeque<>();
  }
}
