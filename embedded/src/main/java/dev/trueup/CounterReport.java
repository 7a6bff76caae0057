package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found of one counter, and did about it.
 *
 * @param kind the word for its kind of truth in trueup.yaml
 * @param layout of a counter over rows; null for other kinds
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
 * @param explained which rows explain the drift; null for all but managed counters
 * @param notes what a reader should know, each a sentence
 */
public record CounterReport(
    String counter,
    String kind,
    @Nullable Layout layout,
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

  /** Of a counter whose truth Trueup holds itself: nothing is undecided, and nothing repaired. */
  static CounterReport exact(
      CounterConfig counter,
      long subjects,
      long drifted,
      BigDecimal net,
      BigDecimal absolute,
      Map<Verdict, Long> verdicts,
      List<SubjectReport> drifts,
      List<String> notes) {
    return new CounterReport(
        counter.name(),
        counter.kind(),
        null,
        false,
        subjects,
        drifted,
        net,
        absolute,
        0,
        0,
        0,
        verdicts,
        drifts,
        List.of(),
        null,
        notes);
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
