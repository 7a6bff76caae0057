package dev.trueup;

import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found of one counter, and did about it.
 *
 * @param decimal whether its amounts have digits after the point
 * @param subjects how many were compared
 * @param drifted how many counters are wrong, or were before the repair
 * @param net the sum of the drifts: positive where too much was counted
 * @param absolute the sum of the drifts without their signs
 * @param undecided how many are in doubt
 * @param corrected how many a repair corrected; 0 for an audit
 * @param refused how many drifts a repair proved and could not correct
 * @param verdicts how many of each verdict but AGREES and DRIFT
 * @param drifts the wrong ones, the worst first, bounded
 * @param listed those that are not drift and worth a look, bounded
 * @param explained which rows explain the drift; null for an adopted counter
 * @param notes what a reader should know, each a sentence
 */
public record CounterReport(
    String counter,
    Layout layout,
    boolean decimal,
    long subjects,
    long drifted,
    BigDecimal net,
    BigDecimal absolute,
    long undecided,
    long corrected,
    long refused,
    Map<Verdict, Long> verdicts,
    List<SubjectReport> drifts,
    List<SubjectReport> listed,
    @Nullable Explained explained,
    List<String> notes) {
  public CounterReport {
    verdicts = Map.copyOf(verdicts);
    drifts = List.copyOf(drifts);
    listed = List.copyOf(listed);
    notes = List.copyOf(notes);
  }

  /** Facts that explain the drift of a managed counter, each list bounded. */
  public record Explained(
      List<String> lost, List<String> phantom, List<String> late, List<String> doubled) {
    public Explained {
      lost = List.copyOf(lost);
      phantom = List.copyOf(phantom);
      late = List.copyOf(late);
      doubled = List.copyOf(doubled);
    }
  }
}
