package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What model event stores on one memory share, as processes share a database. Guarded by itself.
 */
public final class ModelEventState {
  final Map<String, CounterState> counters = new TreeMap<>();

  /** One counter. */
  static final class CounterState {
    Instant line = EventTally.NEVER;
    final TreeMap<Subject, SubjectState> subjects = new TreeMap<>();
    final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
  }

  /** One subject. */
  static final class SubjectState {
    @Nullable EventTally tally;
    final Map<String, JournalRow> rows = new LinkedHashMap<>();

    EventTally tally() {
      return tally == null ? EventTally.ZERO : tally;
    }
  }
}
