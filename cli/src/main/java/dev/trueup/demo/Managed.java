package dev.trueup.demo;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.PassReport;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The managed counter, used as an application uses it: changes and readings go through {@link
 * Counters}, and a reconciler recounts on a schedule.
 */
final class Managed implements Recipe {
  private final String counter;
  private final List<Subject> subjects;
  private final Counters counters;
  private final Reconciler reconciler;
  private final InstantSource clock;
  private final Waiter waiter;
  private final Passes passes = new Passes();
  private final Map<Outcome.Kind, Long> outcomes = new ConcurrentHashMap<>();
  private volatile boolean hasBases;
  private int runs;

  /**
   * @param managed enabled; its store is the one behind the wire
   * @param reconciler of the same counter
   */
  Managed(
      ManagedCounter managed,
      int posts,
      Reconciler reconciler,
      InstantSource clock,
      Waiter waiter) {
    this.counter = managed.counter().name();
    this.subjects =
        IntStream.rangeClosed(1, posts)
            .mapToObj(post -> new Subject(Integer.toString(post)))
            .toList();
    this.counters = new Counters(List.of(managed), List.of());
    this.reconciler = reconciler;
    this.clock = clock;
    this.waiter = waiter;
  }

  @Override
  public Way way() {
    return Way.MANAGED;
  }

  @Override
  public Answer apply(List<Change> changes) {
    Answer answer = Answer.DONE;
    for (Outcome outcome : counters.apply(changes)) {
      outcomes.merge(outcome.kind(), 1L, Math::addExact);
      switch (outcome.kind()) {
        case APPLIED, DUPLICATE, COVERED -> {}
        case UNKNOWN -> answer = Answer.UNKNOWN;
        case REJECTED ->
            throw new BrokenInvariantException(
                "The managed counter refused a change of the demo: " + outcome.message());
      }
    }
    return answer;
  }

  @Override
  public long[] shown() {
    Map<Subject, Reading> readings = counters.read(counter, subjects, Reading.Mode.FAST);
    long[] shown = new long[subjects.size() + 1];
    boolean all = true;
    for (Reading reading : readings.values()) {
      shown[Integer.parseInt(reading.subject().key())] = reading.value();
      all &= reading.hasBase();
    }
    hasBases = all;
    return shown;
  }

  /** Whether the last {@link #shown} came from bases, and not from counting the rows. */
  boolean hasBases() {
    return hasBases;
  }

  @Override
  public void runJob() {
    if (runs == 0) {
      // The first base needs facts and changes since the store began to accept them.
      waiter.waitFor(Times.SETTLE.plus(Times.WINDOW).minus(Times.PASS_EVERY));
    }
    runs++;
    run(runs % Times.SWEEP_ONE_IN == 0);
  }

  /** One full sweep, once the last event is more than a settle time back. */
  @Override
  public void runLastJob(Instant stoppedAt) {
    Instant due = stoppedAt.plus(Times.SETTLE).plus(Times.WINDOW);
    waiter.waitFor(Duration.between(clock.instant(), due));
    run(true);
  }

  private void run(boolean sweep) {
    List<Finding> drifts = new ArrayList<>();
    Consumer<Finding> keep =
        finding -> {
          if (finding.verdict() == Verdict.DRIFT && drifts.size() < Pass.DRIFTS_MAX) {
            drifts.add(finding);
          }
        };
    PassReport report =
        sweep ? reconciler.sweep(keep, progress -> {}) : reconciler.incremental(keep);
    passes.add(new Pass(sweep, report, drifts, clock.instant()));
  }

  /** How many changes got which answer, every attempt counted. */
  long outcomes(Outcome.Kind kind) {
    return outcomes.getOrDefault(kind, 0L);
  }

  Passes.Sums passes() {
    return passes.sums();
  }
}
