package dev.trueup.cli.inspect;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found about one column that looks like a counter.
 *
 * @param decision whether a person still has to choose
 * @param fits the guesses worth telling, the best first
 * @param why what speaks against choosing, in a sentence; null where one was chosen
 */
record Finding(
    TargetSample target, Column column, Decision decision, List<Fit> fits, @Nullable String why) {
  /** Whether a person still has to choose. */
  enum Decision {
    CHOSEN,
    /** Two or more guesses fit about as well as each other. */
    TIED,
    /** A guess fits, on too little data to be sure. */
    UNPROVED,
    NOT_FOUND
  }

  String name() {
    return target.table().name() + "." + column.name();
  }
}
