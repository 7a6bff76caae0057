package dev.trueup.adopted;

import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * What an audit found of one counter.
 *
 * @param counter its name
 * @param subjects how many were compared
 * @param drifted how many counters are wrong
 * @param net the sum of the drifts: positive where too much was counted
 * @param absolute the sum of the drifts without their signs
 * @param undecided how many did not hold still long enough
 * @param verdicts how many of each verdict but AGREES and DRIFT; every one is in the map
 * @param drifts the wrong ones, in the order of the database, at most as many as were asked for
 * @param listed those that are not drift and worth a look, likewise bounded
 * @param factsWithoutSubject rows that count and name no subject; they were left out
 * @param notes what a reader should know, each a sentence
 */
public record AuditReport(
    String counter,
    long subjects,
    long drifted,
    BigDecimal net,
    BigDecimal absolute,
    long undecided,
    Map<Verdict, Long> verdicts,
    List<AdoptedFinding> drifts,
    List<AdoptedFinding> listed,
    long factsWithoutSubject,
    List<String> notes) {
  public AuditReport {
    verdicts = Map.copyOf(verdicts);
    drifts = List.copyOf(drifts);
    listed = List.copyOf(listed);
    notes = List.copyOf(notes);
  }

  /** Whether more are wrong than {@link #drifts} holds. */
  public boolean isCut() {
    return drifts.size() < drifted;
  }
}
