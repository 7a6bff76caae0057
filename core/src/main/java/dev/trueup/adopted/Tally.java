package dev.trueup.adopted;

import dev.trueup.counter.Verdict;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Adds findings up. Keeps at most so many of them, and counts all. For one thread. */
final class Tally {
  private final String counter;
  private final int listedMax;
  private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
  private final List<AdoptedFinding> drifts = new ArrayList<>();
  private final List<AdoptedFinding> listed = new ArrayList<>();
  private long drifted;
  private BigDecimal net = BigDecimal.ZERO;
  private BigDecimal absolute = BigDecimal.ZERO;

  Tally(String counter, int listedMax) {
    this.counter = counter;
    this.listedMax = listedMax;
    for (Verdict verdict : Verdict.values()) {
      if (verdict != Verdict.AGREES && verdict != Verdict.DRIFT) {
        verdicts.put(verdict, 0L);
      }
    }
  }

  void add(AdoptedFinding finding) {
    verdicts.computeIfPresent(finding.verdict(), (verdict, count) -> count + 1);
    if (finding.drifted()) {
      drifted++;
      BigDecimal drift = finding.drift();
      if (drift != null) {
        net = net.add(drift);
        absolute = absolute.add(drift.abs());
      }
      keep(drifts, finding);
    } else if (finding.verdict() != Verdict.AGREES) {
      keep(listed, finding);
    }
  }

  private void keep(List<AdoptedFinding> list, AdoptedFinding finding) {
    if (list.size() < listedMax) {
      list.add(finding);
    }
  }

  AuditReport report(AdoptedPlace.Scan scan, List<String> notes) {
    return new AuditReport(
        counter,
        scan.subjects(),
        drifted,
        net,
        absolute,
        verdicts.getOrDefault(Verdict.UNDECIDED, 0L),
        verdicts,
        drifts,
        listed,
        scan.factsWithoutSubject(),
        notes);
  }
}
