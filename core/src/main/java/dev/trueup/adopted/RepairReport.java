package dev.trueup.adopted;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a repair did.
 *
 * @param repairId for undoing it; null where there was nothing to correct, so nothing is on record
 * @param counters one each, in the order they were asked for
 */
public record RepairReport(@Nullable String repairId, List<CounterRepair> counters) {
  public RepairReport {
    counters = List.copyOf(counters);
  }

  /**
   * What was done about one counter.
   *
   * @param found what was wrong, each drift confirmed by samples; UNDECIDED ones are listed
   * @param corrected how many now hold the truth
   * @param refused how many drifts are proved and could not be corrected: the truth does not fit,
   *     the value is no number, or the database said no
   */
  public record CounterRepair(AuditReport found, long corrected, long refused) {}
}
