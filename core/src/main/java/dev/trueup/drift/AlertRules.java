package dev.trueup.drift;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When somebody should be told; each rule is off where it is null.
 *
 * @param drift the absolute drift of one run from which on it is too much
 * @param sustainedRuns how many runs in a row may find drift
 * @param jump by how much the absolute drift may grow from one run to the next
 * @param coverage how long a subject may wait for its recount
 */
public record AlertRules(
    @Nullable BigDecimal drift,
    @Nullable Integer sustainedRuns,
    @Nullable BigDecimal jump,
    @Nullable Duration coverage) {
  public static final AlertRules NONE = new AlertRules(null, null, null, null);
}
