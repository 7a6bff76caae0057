package dev.trueup.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code reconcile} and {@code alerts}. */
final class ScheduleReader {
  private static final Duration SOONEST = Duration.ofMillis(100);
  private static final Duration LATEST = Duration.ofDays(366);
  private static final long ROWS_PER_SECOND_MAX = 1_000_000_000L;
  private static final List<String> RECONCILE_KEYS =
      List.of("every", "sweep", "rows-per-second", "duty", "pause-while");
  private static final List<String> ALERT_KEYS =
      List.of("drift", "sustained-runs", "jump", "coverage");

  private ScheduleReader() {}

  static ReconcileConfig reconcile(Section counter) {
    Section section = counter.section("reconcile");
    if (!counter.has("reconcile")) {
      return ReconcileConfig.DEFAULT;
    }
    section.allowOnly(RECONCILE_KEYS);
    ReconcileConfig standard = ReconcileConfig.DEFAULT;
    Duration every = CounterReader.duration(section, "every", standard.every(), SOONEST, LATEST);
    Duration sweep = CounterReader.duration(section, "sweep", standard.sweep(), SOONEST, LATEST);
    if (sweep.compareTo(every) < 0) {
      section.fault(
          "sweep",
          DurationText.of(sweep) + ", shorter than every: " + DurationText.of(every),
          "at least as long as every");
    }
    Long rows = whole(section, "rows-per-second", ROWS_PER_SECOND_MAX);
    Value duty = section.value("duty");
    BigDecimal share = duty == null ? null : duty.aboveZeroUpTo(BigDecimal.ONE);
    Value pause = section.value("pause-while");
    return new ReconcileConfig(
        every,
        sweep,
        rows == null ? standard.rowsPerSecond() : rows,
        share == null ? standard.duty() : share,
        pause == null ? null : pause.notBlank());
  }

  static AlertsConfig alerts(Section counter) {
    if (!counter.has("alerts")) {
      return AlertsConfig.NONE;
    }
    Section section = counter.section("alerts").allowOnly(ALERT_KEYS);
    Value coverage = section.value("coverage");
    return new AlertsConfig(
        whole(section, "drift", Long.MAX_VALUE),
        whole(section, "sustained-runs", 1_000),
        whole(section, "jump", Long.MAX_VALUE),
        coverage == null ? null : coverage.duration(SOONEST, LATEST));
  }

  private static @Nullable Long whole(Section section, String key, long max) {
    Value value = section.value(key);
    return value == null ? null : value.whole(1, max);
  }
}
