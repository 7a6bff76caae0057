package dev.trueup.reconcile;

import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.drift.DriftRun;
import dev.trueup.store.Settlement;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one pass over a counter came to. Sums are over drifts that are proved or exact; what is in
 * doubt is counted as undecided and nowhere else.
 */
public final class PassReport {
  private long subjects;
  private long facts;
  private long drifted;
  private long tooMuch;
  private long undecided;
  private BigInteger net = BigInteger.ZERO;
  private BigInteger absolute = BigInteger.ZERO;
  private long explainedLost;
  private long explainedPhantom;
  private long explainedLate;
  private long explainedDoubled;
  private BigInteger explained = BigInteger.ZERO;
  private long installed;
  private long corrected;
  private long firstInstalled;
  private long raceLost;
  private long tooEarly;
  private long held;
  private @Nullable Watermark watermark;
  private @Nullable String repairId;

  void observed(Watermark mark, long countedFacts) {
    facts += countedFacts;
    if (watermark == null) {
      watermark = mark;
    }
  }

  void judged(Finding finding) {
    subjects++;
    Explanation explanation = finding.explanation();
    explainedLate += explanation.late().size();
    if (finding.verdict() == Verdict.UNDECIDED) {
      undecided++;
    }
    if (finding.verdict() != Verdict.DRIFT) {
      return;
    }
    BigInteger amount = BigInteger.valueOf(finding.drift().amount());
    drifted++;
    net = net.add(amount);
    absolute = absolute.add(amount.abs());
    tooMuch += amount.signum() > 0 ? 1 : 0;
    explainedLost += explanation.lost().size();
    explainedPhantom += explanation.phantom().size();
    explainedDoubled += explanation.doubled().size();
    explained = explained.add(BigInteger.valueOf(explanation.explained()));
  }

  void settled(List<Finding> findings, List<Settlement.Result> results) {
    for (int at = 0; at < results.size(); at++) {
      switch (results.get(at)) {
        case INSTALLED -> {
          installed++;
          corrected += findings.get(at).verdict() == Verdict.DRIFT ? 1 : 0;
          firstInstalled += findings.get(at).claimed() == null ? 1 : 0;
        }
        case RACE_LOST -> raceLost++;
        case TOO_EARLY -> tooEarly++;
        case HELD -> held++;
      }
    }
  }

  void onRecord(@Nullable String id) {
    repairId = id;
  }

  /** Subjects judged. */
  public long subjects() {
    return subjects;
  }

  /** Facts counted for it. */
  public long facts() {
    return facts;
  }

  /** Subjects whose drift is proved. */
  public long drifted() {
    return drifted;
  }

  /** Of the drifted, those that counted too much. */
  public long countedTooMuch() {
    return tooMuch;
  }

  /** Subjects whose drift may be nothing but changes in doubt. */
  public long undecided() {
    return undecided;
  }

  /** The sum of drifts. */
  public BigInteger net() {
    return net;
  }

  /** The sum of their absolute amounts. */
  public BigInteger absolute() {
    return absolute;
  }

  public long explainedLost() {
    return explainedLost;
  }

  public long explainedPhantom() {
    return explainedPhantom;
  }

  public long explainedLate() {
    return explainedLate;
  }

  public long explainedDoubled() {
    return explainedDoubled;
  }

  /** How much of the net drift the named rows add up to. */
  public BigInteger explained() {
    return explained;
  }

  /** Bases installed. */
  public long installed() {
    return installed;
  }

  /** Of the drifted, those whose truth is installed. */
  public long corrected() {
    return corrected;
  }

  /** Of the installed, first bases. */
  public long firstInstalled() {
    return firstInstalled;
  }

  /** Settles that lost a race; their subjects were settled by somebody else. */
  public long raceLost() {
    return raceLost;
  }

  /** First bases that have to wait until the store has accepted changes for long enough. */
  public long tooEarly() {
    return tooEarly;
  }

  /** Subjects that an undo holds, or that were forgotten. */
  public long held() {
    return held;
  }

  /** The watermark of the first snapshot; null where there was nothing to look at. */
  public @Nullable Watermark watermark() {
    return watermark;
  }

  /** The repair that corrections are on record under; null where nothing was wrong. */
  public @Nullable String repairId() {
    return repairId;
  }

  /** The line that goes into the history of drift. */
  public DriftRun toRun(String counter, DriftRun.Kind kind, Instant startedAt, Instant endedAt) {
    return new DriftRun(
        counter,
        kind,
        startedAt,
        endedAt,
        subjects,
        drifted,
        tooMuch,
        undecided,
        new BigDecimal(net),
        new BigDecimal(absolute),
        repairId);
  }
}
