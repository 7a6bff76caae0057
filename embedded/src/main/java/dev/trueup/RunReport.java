package dev.trueup;

import java.time.Instant;
import java.util.List;

/**
 * What an audit or a repair found.
 *
 * @param counters one each, in the order they were asked for
 * @param repairs the ids to undo it by; empty for an audit, and where nothing was corrected
 * @param notes what was left out, each a sentence
 */
public record RunReport(
    Instant startedAt, List<CounterReport> counters, List<String> repairs, List<String> notes) {
  public RunReport {
    counters = List.copyOf(counters);
    repairs = List.copyOf(repairs);
    notes = List.copyOf(notes);
  }
}
