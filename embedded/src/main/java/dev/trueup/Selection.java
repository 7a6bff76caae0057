package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.TrueupConfig;
import dev.trueup.error.BadRequestException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The counters of one run.
 *
 * @param counters those that run, in order; a counter of events whose store has no transactions is
 *     here as the managed counter that serves it
 * @param left why others are left out, a sentence each; none where they were named
 */
record Selection(List<CounterConfig> counters, List<String> left) {

  /**
   * @param names the counters; none: every one of the configuration
   * @throws BadRequestException if a name is unknown, or names what cannot run
   */
  static Selection of(TrueupConfig config, Collection<String> names, ExactKinds kinds) {
    List<CounterConfig> counters = new ArrayList<>();
    List<String> left = new ArrayList<>();
    Collection<String> wanted =
        names.isEmpty() ? config.counters().keySet() : new LinkedHashSet<>(names);
    for (String name : wanted) {
      CounterConfig counter = config.counter(name);
      String refusal = refusal(counter, kinds);
      if (refusal == null) {
        CounterConfig.Rows managed = JournalRows.of(config, counter);
        counters.add(managed == null ? counter : managed);
      } else if (names.isEmpty()) {
        left.add(refusal);
      } else {
        throw new BadRequestException(refusal + " Nothing was changed.");
      }
    }
    if (counters.isEmpty()) {
      throw new BadRequestException(
          config.place()
              + " names no counter that can be audited or repaired. "
              + String.join(" ", left.subList(0, Math.min(3, left.size()))));
    }
    return new Selection(counters, left);
  }

  private static @Nullable String refusal(CounterConfig counter, ExactKinds kinds) {
    if (counter instanceof CounterConfig.Rows) {
      return null;
    }
    ExactKind kind = kinds.of(counter);
    return kind == null ? notYet(counter) : kind.absence(counter);
  }

  private static String notYet(CounterConfig counter) {
    return "Counter "
        + counter.name()
        + " is of kind "
        + counter.kind()
        + ", which this version cannot run yet.";
  }

  /** The counters over rows of a layout. */
  List<CounterConfig.Rows> with(Layout layout) {
    return counters.stream()
        .filter(CounterConfig.Rows.class::isInstance)
        .map(CounterConfig.Rows.class::cast)
        .filter(row -> row.layout() == layout)
        .toList();
  }

  /** The counters whose truth Trueup holds itself. */
  List<CounterConfig> exact() {
    return counters.stream().filter(counter -> !(counter instanceof CounterConfig.Rows)).toList();
  }
}
