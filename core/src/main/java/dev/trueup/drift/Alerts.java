package dev.trueup.drift;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Compares what was found with the rules. Pure. */
public final class Alerts {
  private Alerts() {}

  /**
   * The alerts that hold now.
   *
   * @param newestFirst runs of one counter, the newest first; as many as the rules look back
   * @param coverage of the counter
   */
  public static List<Alert> of(
      String counter,
      AlertRules rules,
      List<DriftRun> newestFirst,
      Coverage coverage,
      Instant now) {
    List<Alert> alerts = new ArrayList<>();
    if (!newestFirst.isEmpty()) {
      DriftRun newest = newestFirst.get(0);
      onThreshold(counter, rules, newest, alerts);
      onSustained(counter, rules, newestFirst, alerts);
      onJump(counter, rules, newestFirst, alerts);
    }
    onCoverage(counter, rules, coverage, now, alerts);
    return alerts;
  }

  private static void onThreshold(
      String counter, AlertRules rules, DriftRun newest, List<Alert> alerts) {
    BigDecimal most = rules.drift();
    if (most != null && newest.absolute().compareTo(most) >= 0) {
      alerts.add(
          new Alert(
              counter,
              Alert.Kind.DRIFT,
              "Counter "
                  + counter
                  + " drifted by "
                  + newest.absolute().toPlainString()
                  + " on "
                  + newest.drifted()
                  + " subjects; the alert is set at "
                  + most.toPlainString()
                  + "."));
    }
  }

  private static void onSustained(
      String counter, AlertRules rules, List<DriftRun> newestFirst, List<Alert> alerts) {
    Integer most = rules.sustainedRuns();
    if (most == null || newestFirst.size() < most) {
      return;
    }
    List<DriftRun> looked = newestFirst.subList(0, most);
    if (looked.stream().allMatch(run -> run.drifted() > 0)) {
      alerts.add(
          new Alert(
              counter,
              Alert.Kind.SUSTAINED,
              "Counter "
                  + counter
                  + " drifted in each of the last "
                  + most
                  + " runs; repairing does not end the cause."));
    }
  }

  private static void onJump(
      String counter, AlertRules rules, List<DriftRun> newestFirst, List<Alert> alerts) {
    BigDecimal most = rules.jump();
    if (most == null || newestFirst.size() < 2) {
      return;
    }
    BigDecimal before = newestFirst.get(1).absolute();
    BigDecimal now = newestFirst.get(0).absolute();
    if (now.subtract(before).compareTo(most) >= 0) {
      alerts.add(
          new Alert(
              counter,
              Alert.Kind.JUMP,
              "Counter "
                  + counter
                  + " drifted by "
                  + now.toPlainString()
                  + " after "
                  + before.toPlainString()
                  + " in the run before; the alert is set at a jump of "
                  + most.toPlainString()
                  + "."));
    }
  }

  private static void onCoverage(
      String counter, AlertRules rules, Coverage coverage, Instant now, List<Alert> alerts) {
    Duration promised = rules.coverage();
    if (promised == null || coverage.subjects() == 0) {
      return;
    }
    Instant oldest = coverage.oldest();
    if (oldest == null || oldest.isBefore(now.minus(promised))) {
      alerts.add(
          new Alert(
              counter,
              Alert.Kind.COVERAGE,
              "Counter "
                  + counter
                  + ": "
                  + coverage.audited()
                  + " of "
                  + coverage.subjects()
                  + " subjects were recounted within "
                  + promised
                  + ", the oldest "
                  + (oldest == null ? "never" : "at " + oldest)
                  + "."));
    }
  }
}
