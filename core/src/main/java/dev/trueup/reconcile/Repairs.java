package dev.trueup.reconcile;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.error.AnswerLostException;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One run's repairs, put on record. The repair is opened with the first thing that was wrong; a run
 * that finds nothing leaves no trace. Used by one thread.
 */
public final class Repairs {
  private final RepairLog log;
  private final InstantSource clock;
  private @Nullable String repairId;

  /**
   * @param log where repairs are on record
   * @param clock for the time of an entry
   */
  public Repairs(RepairLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /** The repair of this run; null while nothing was wrong. */
  public @Nullable String repairId() {
    return repairId;
  }

  /** Ends the run's repair, if there is one. */
  public void close(Repair.State state) {
    String id = repairId;
    if (id != null) {
      log.close(id, state, clock.instant());
      repairId = null;
    }
  }

  /** Which of the subjects that get their first base had one before and lost it. */
  Set<Subject> knownAmongFirst(Counter counter, Judgement judgement) {
    Set<Subject> first = new HashSet<>();
    for (Finding finding : judgement.findings()) {
      if (finding.claimed() == null && !finding.overtaken()) {
        first.add(finding.subject());
      }
    }
    return first.isEmpty() ? first : log.known(counter.name(), first);
  }

  /**
   * @param firstOnRecord whether a first base is put on record although nothing was wrong
   */
  @Nullable RepairEntry entryFor(
      Counter counter, Finding finding, boolean knownBefore, boolean firstOnRecord) {
    if (knownBefore) {
      return entry(counter, finding, null, null, RepairEntry.State.LOST);
    }
    Long claimed = finding.claimed();
    if (claimed == null && firstOnRecord && !finding.overtaken()) {
      return entry(counter, finding, null, null, RepairEntry.State.INSTALLED);
    }
    if (claimed == null || finding.drift().amount() == 0) {
      return null;
    }
    return entry(
        counter,
        finding,
        BigDecimal.valueOf(claimed),
        BigDecimal.valueOf(finding.drift().amount()).negate(),
        RepairEntry.State.APPLIED);
  }

  private RepairEntry entry(
      Counter counter,
      Finding finding,
      @Nullable BigDecimal claimed,
      @Nullable BigDecimal correction,
      RepairEntry.State state) {
    Instant now = clock.instant();
    String id = repairId;
    if (id == null) {
      id = log.open(now).id();
      repairId = id;
    }
    boolean first = state == RepairEntry.State.LOST || state == RepairEntry.State.INSTALLED;
    Verdict verdict = first ? Verdict.AGREES : finding.verdict();
    return new RepairEntry(
        id,
        counter.name(),
        finding.subject(),
        RepairEntry.Layout.MANAGED,
        verdict,
        claimed,
        BigDecimal.valueOf(finding.truth()),
        correction,
        finding.watermark(),
        finding.explanation().toEvidence(),
        state,
        now);
  }

  /**
   * Settles with the entries on record: in the same atomic write where the store can, otherwise
   * intent before and result after. A first base corrects nothing: it has no intent, and is on
   * record once it is in place.
   */
  List<Settlement.Result> settle(
      Counter counter, CounterStore store, List<Settlement> settlements) {
    Map<Subject, RepairEntry> intents = new HashMap<>();
    Map<Subject, RepairEntry> firsts = new HashMap<>();
    if (!store.keepsRepairLog()) {
      for (Settlement settlement : settlements) {
        RepairEntry entry = settlement.entry();
        if (entry != null) {
          boolean corrects = entry.state() == RepairEntry.State.APPLIED;
          (corrects ? intents : firsts).put(settlement.subject(), entry);
        }
      }
    }
    if (intents.isEmpty() && firsts.isEmpty()) {
      return store.settle(counter, settlements);
    }
    log.record(
        intents.values().stream().map(e -> e.become(RepairEntry.State.INTENDED, e.at())).toList());
    List<Settlement.Result> results;
    try {
      results = store.settle(counter, settlements);
    } catch (AnswerLostException lost) {
      log.record(
          intents.values().stream()
              .map(e -> e.become(RepairEntry.State.UNKNOWN, clock.instant()))
              .toList());
      throw lost;
    }
    List<RepairEntry> done = new ArrayList<>();
    for (int at = 0; at < results.size(); at++) {
      Subject subject = settlements.get(at).subject();
      boolean installed = results.get(at) == Settlement.Result.INSTALLED;
      RepairEntry first = firsts.get(subject);
      if (first != null && installed) {
        done.add(first.become(first.state(), clock.instant()));
      }
      RepairEntry entry = intents.get(subject);
      if (entry != null) {
        done.add(
            entry.become(
                installed ? entry.state() : RepairEntry.State.NOT_APPLIED, clock.instant()));
      }
    }
    log.record(done);
    return results;
  }
}
