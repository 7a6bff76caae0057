package dev.trueup.drift;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AlertsTest {
  private static final Instant T = Instant.parse("2030-01-01T00:00:00Z");
  private static final Coverage FRESH = new Coverage(10, 10, T);

  private static DriftRun run(long absolute) {
    long drifted = absolute == 0 ? 0 : 1;
    return new DriftRun(
        "c",
        DriftRun.Kind.SWEEP,
        T,
        T,
        10,
        drifted,
        0,
        0,
        BigDecimal.valueOf(-absolute),
        BigDecimal.valueOf(absolute),
        null);
  }

  private static List<Alert.Kind> kinds(AlertRules rules, Coverage coverage, long... absolutes) {
    List<DriftRun> runs = Arrays.stream(absolutes).mapToObj(AlertsTest::run).toList();
    return Alerts.of("c", rules, runs, coverage, T).stream().map(Alert::kind).toList();
  }

  private static AlertRules rules(
      @Nullable Integer drift,
      @Nullable Integer sustained,
      @Nullable Integer jump,
      @Nullable Duration coverage) {
    return new AlertRules(
        drift == null ? null : BigDecimal.valueOf(drift), sustained,
        jump == null ? null : BigDecimal.valueOf(jump), coverage);
  }

  @Test
  void aThresholdIsReachedNotPassed() {
    assertThat(kinds(rules(100, null, null, null), FRESH, 100)).containsExactly(Alert.Kind.DRIFT);
    assertThat(kinds(rules(100, null, null, null), FRESH, 99)).isEmpty();
  }

  @Test
  void sustainedDriftNeedsEveryOneOfTheRuns() {
    assertThat(kinds(rules(null, 3, null, null), FRESH, 1, 1, 1))
        .containsExactly(Alert.Kind.SUSTAINED);
    assertThat(kinds(rules(null, 3, null, null), FRESH, 1, 0, 1)).isEmpty();
    assertThat(kinds(rules(null, 3, null, null), FRESH, 1, 1)).isEmpty();
  }

  @Test
  void aJumpIsMeasuredFromTheRunBefore() {
    assertThat(kinds(rules(null, null, 50, null), FRESH, 60, 10)).containsExactly(Alert.Kind.JUMP);
    assertThat(kinds(rules(null, null, 50, null), FRESH, 60, 11)).isEmpty();
    assertThat(kinds(rules(null, null, 50, null), FRESH, 60)).isEmpty();
  }

  @Test
  void coverageIsBrokenByTheOldestSubject() {
    AlertRules day = rules(null, null, null, Duration.ofDays(1));
    assertThat(kinds(day, new Coverage(10, 9, T.minus(Duration.ofDays(2)))))
        .containsExactly(Alert.Kind.COVERAGE);
    assertThat(kinds(day, new Coverage(10, 9, null))).containsExactly(Alert.Kind.COVERAGE);
    assertThat(kinds(day, new Coverage(10, 10, T.minus(Duration.ofDays(1))))).isEmpty();
    assertThat(kinds(day, new Coverage(0, 0, null))).isEmpty();
  }

  @Test
  void biasTellsWhichWayACounterErrs() {
    assertThat(run(5).signBias()).isEqualTo(-1.0);
    assertThat(run(0).signBias()).isZero();
    assertThat(run(5).driftedShare()).isEqualTo(0.1);
  }
}
