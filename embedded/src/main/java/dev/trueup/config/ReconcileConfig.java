package dev.trueup.config;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When and how fast a counter is recounted.
 *
 * @param every between incremental passes
 * @param sweep between full sweeps
 * @param rowsPerSecond the pace of a sweep, in facts read; at least 1
 * @param duty the share of wall time a sweep may use; above 0, at most 1
 * @param pauseWhile a query of the source: while its first value is true or not zero, a sweep rests
 */
public record ReconcileConfig(
    Duration every,
    Duration sweep,
    long rowsPerSecond,
    BigDecimal duty,
    @Nullable String pauseWhile) {
  public static final ReconcileConfig DEFAULT =
      new ReconcileConfig(
          Duration.ofMinutes(1), Duration.ofHours(24), 50_000, new BigDecimal("0.25"), null);
}
