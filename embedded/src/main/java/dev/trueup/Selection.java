package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.TrueupConfig;
import dev.trueup.error.BadRequestException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * The counters of one run.
 *
 * @param rows those over rows, in order
 * @param left those of kinds that this version cannot run; none where they were named
 */
record Selection(List<CounterConfig.Rows> rows, List<CounterConfig> left) {

  /**
   * @param names the counters; none: every one of the configuration
   * @throws BadRequestException if a name is unknown, or names what this version cannot run
   */
  static Selection of(TrueupConfig config, Collection<String> names) {
    List<CounterConfig.Rows> rows = new ArrayList<>();
    List<CounterConfig> left = new ArrayList<>();
    Collection<String> wanted =
        names.isEmpty() ? config.counters().keySet() : new LinkedHashSet<>(names);
    for (String name : wanted) {
      CounterConfig counter = config.counter(name);
      if (counter instanceof CounterConfig.Rows row) {
        rows.add(row);
      } else if (names.isEmpty()) {
        left.add(counter);
      } else {
        throw new BadRequestException(notYet(counter));
      }
    }
    if (rows.isEmpty()) {
      throw new BadRequestException(
          config.place()
              + " names no counter of kind rows; this version audits and repairs those only."
              + (left.isEmpty() ? "" : " " + notYet(left.get(0))));
    }
    return new Selection(rows, left);
  }

  static String notYet(CounterConfig counter) {
    return "Counter "
        + counter.name()
        + " is of kind "
        + counter.kind()
        + ", which this version cannot run yet; it runs kind rows.";
  }

  List<CounterConfig.Rows> with(Layout layout) {
    return rows.stream().filter(row -> row.layout() == layout).toList();
  }
}
