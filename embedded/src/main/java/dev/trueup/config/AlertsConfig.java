package dev.trueup.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What raises an alert; null for what does not.
 *
 * @param drift a run whose absolute drift is larger
 * @param sustainedRuns so many runs with drift, one after the other
 * @param jump one subject whose drift is larger
 * @param coverage subjects that no audit has seen for longer
 */
public record AlertsConfig(
    @Nullable Long drift,
    @Nullable Long sustainedRuns,
    @Nullable Long jump,
    @Nullable Duration coverage) {
  public static final AlertsConfig NONE = new AlertsConfig(null, null, null, null);
}
