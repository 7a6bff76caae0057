package dev.trueup.reconcile;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import dev.trueup.store.Head;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One snapshot's worth of reconciliation: heads first, then the boundary, then the snapshot, then a
 * settle time, then judging and settling. The order is the algorithm.
 */
final class Round {
  private final Counter counter;
  private final CounterStore store;
  private final FactSource source;
  private final RepairLog log;
  private final InstantSource clock;
  private final Waiter waiter;
  private final Pace pace;
  private final Reconciler.Limits limits;
  private final Reconciliation reconciliation;

  Round(
      Counter counter,
      CounterStore store,
      FactSource source,
      RepairLog log,
      InstantSource clock,
      Waiter waiter,
      Pace pace,
      Reconciler.Limits limits) {
    this.counter = counter;
    this.store = store;
    this.source = source;
    this.log = log;
    this.clock = clock;
    this.waiter = waiter;
    this.pace = pace;
    this.limits = limits;
    this.reconciliation = new Reconciliation(counter, store);
  }

  /**
   * Takes as many of the subjects, in order, as one snapshot allows; at least one page.
   *
   * @param repairs null: judge only
   * @return how many subjects were taken
   */
  int run(
      List<Subject> subjects,
      PassReport report,
      @Nullable Repairs repairs,
      Consumer<Finding> findings) {
    List<List<Subject>> pages = pages(subjects);
    Map<Subject, Head> heads = new HashMap<>();
    for (List<Subject> page : pages) {
      heads.putAll(store.heads(counter, page));
    }
    List<Observation> observations = observe(pages, heads, report);
    waitUntil(observations.get(observations.size() - 1).judgeFrom());
    int taken = 0;
    for (Observation observation : observations) {
      pace.checkpoint();
      Judgement judgement = judge(observation);
      List<Finding> judged = judgement.findings();
      judged.forEach(report::judged);
      if (repairs != null) {
        List<Settlement.Result> results = reconciliation.settle(judgement, repairs);
        report.settled(judged, results);
      }
      judged.forEach(findings);
      taken += judged.size();
    }
    return taken;
  }

  private List<Observation> observe(
      List<List<Subject>> pages, Map<Subject, Head> heads, PassReport report) {
    if (!counter.immutable()) {
      // Whatever happens between the boundary and the first read is in doubt: read right at it.
      waitUntil(counter.windows().boundaryFrom(source.now()));
    }
    List<Observation> observations = new ArrayList<>();
    Instant closeAt = clock.instant().plus(limits.snapshotOpenMax());
    Duration rest = Duration.ZERO;
    try (SourceSnapshot snapshot = source.open()) {
      Watermark watermark = reconciliation.watermarkOf(snapshot);
      for (List<Subject> page : pages) {
        Instant began = clock.instant();
        // A long rest is taken with the snapshot closed: an open one holds back the database.
        if (!observations.isEmpty() && (began.plus(rest).isAfter(closeAt) || pace.isPaused())) {
          break;
        }
        pace.rest(rest);
        began = clock.instant();
        Observation observation = reconciliation.observe(page, heads, snapshot, watermark);
        observations.add(observation);
        long facts =
            observation.subjects().values().stream().mapToLong(seen -> seen.truth().facts()).sum();
        report.observed(watermark, facts);
        rest = pace.restAfter(facts, Duration.between(began, clock.instant()));
      }
    }
    pace.rest(rest);
    return observations;
  }

  private Judgement judge(Observation observation) {
    Judgement plain = reconciliation.judge(observation, null);
    boolean somethingToExplain =
        plain.findings().stream().anyMatch(finding -> !finding.drift().isNone())
            || observation.subjects().values().stream()
                .anyMatch(seen -> seen.head() != null && seen.head().marked());
    if (!somethingToExplain) {
      return plain;
    }
    try (SourceSnapshot snapshot = source.open()) {
      Attribution attribution = new Attribution(counter, snapshot, log, limits.factsExplainedMax());
      return reconciliation.judge(observation, attribution);
    }
  }

  private void waitUntil(Instant sourceTime) {
    Duration left = Duration.between(source.now(), sourceTime);
    while (left.compareTo(Duration.ZERO) > 0) {
      pace.checkpoint();
      waiter.waitFor(left);
      left = Duration.between(source.now(), sourceTime);
    }
  }

  private List<List<Subject>> pages(List<Subject> subjects) {
    List<List<Subject>> pages = new ArrayList<>();
    for (int from = 0; from < subjects.size(); from += limits.subjectsPerRead()) {
      pages.add(subjects.subList(from, Math.min(subjects.size(), from + limits.subjectsPerRead())));
    }
    return pages;
  }
}
