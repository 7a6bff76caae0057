package dev.trueup.drift;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one run over a counter found. Sums are over proved drift; what was in doubt is only counted.
 *
 * @param counter the counter's name
 * @param kind which run
 * @param startedAt when it began
 * @param endedAt when it ended
 * @param subjects how many were judged
 * @param drifted of them, those that drifted
 * @param countedTooMuch of the drifted, those above the truth
 * @param undecided subjects in doubt
 * @param net the sum of drifts
 * @param absolute the sum of their absolute amounts
 * @param repairId the repair that corrections are on record under
 */
public record DriftRun(
    String counter,
    Kind kind,
    Instant startedAt,
    Instant endedAt,
    long subjects,
    long drifted,
    long countedTooMuch,
    long undecided,
    BigDecimal net,
    BigDecimal absolute,
    @Nullable String repairId) {

  /** Which run. Only AUDIT, SWEEP and REPAIR look at every subject. */
  public enum Kind {
    AUDIT,
    PASS,
    SWEEP,
    REPAIR
  }

  /** The share of subjects that drifted; 0 where none were judged. */
  public double driftedShare() {
    return subjects == 0 ? 0 : (double) drifted / subjects;
  }

  /**
   * From -1 (all drift is too little) to 1 (all too much); 0 where they balance or nothing drifted.
   */
  public double signBias() {
    return drifted == 0 ? 0 : (2.0 * countedTooMuch - drifted) / drifted;
  }
}
