package dev.trueup.adopted;

import dev.trueup.counter.Verdict;
import java.util.function.Consumer;

/** Audits of adopted counters. They change nothing, need no store and only permission to read. */
public final class AdoptedAudits {
  private AdoptedAudits() {}

  /** {@link #audit(AdoptedCounter, AdoptedPlace, int, Consumer, Watch)} without onlookers. */
  public static AuditReport audit(AdoptedCounter counter, AdoptedPlace place, int listedMax) {
    return audit(counter, place, listedMax, finding -> {}, Watch.NONE);
  }

  /**
   * Compares every subject of a counter with its rows, in one snapshot.
   *
   * @param listedMax the most findings kept in each list of the report
   * @param each given every finding but those that agree, without a bound
   * @throws dev.trueup.error.StoppedException if the watch says so
   */
  public static AuditReport audit(
      AdoptedCounter counter,
      AdoptedPlace place,
      int listedMax,
      Consumer<AdoptedFinding> each,
      Watch watch) {
    Tally tally = new Tally(counter.name(), listedMax);
    AdoptedPlace.Scan scan =
        place.scan(
            sample -> {
              AdoptedFinding finding = AdoptedJudgement.judge(counter, place.capacity(), sample);
              tally.add(finding);
              if (finding.verdict() != Verdict.AGREES) {
                each.accept(finding);
              }
            },
            watch);
    return tally.report(scan, place.notes());
  }
}
