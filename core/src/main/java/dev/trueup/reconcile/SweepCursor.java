package dev.trueup.reconcile;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Progress;
import dev.trueup.store.Progress.Leg;
import dev.trueup.store.Progress.Sweep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where a sweep stands, kept in the store behind every settled round. */
final class SweepCursor {
  private final Counter counter;
  private final CounterStore store;
  private final InstantSource clock;
  private Sweep sweep;

  private SweepCursor(Counter counter, CounterStore store, InstantSource clock, Sweep sweep) {
    this.counter = counter;
    this.store = store;
    this.clock = clock;
    this.sweep = sweep;
  }

  /** Goes on with an interrupted sweep, or begins one. */
  static SweepCursor resume(Counter counter, CounterStore store, InstantSource clock) {
    Sweep left = store.progress(counter).sweep();
    if (left == null) {
      SweepCursor begun =
          new SweepCursor(counter, store, clock, new Sweep(Leg.SOURCE, null, store.now(), 0, null));
      begun.save();
      return begun;
    }
    return new SweepCursor(
        counter,
        store,
        clock,
        new Sweep(left.leg(), left.after(), left.startedAt(), left.subjectsDone(), null));
  }

  Leg leg() {
    return sweep.leg();
  }

  @Nullable Subject after() {
    return sweep.after();
  }

  Instant startedAt() {
    return sweep.startedAt();
  }

  void beginStoreLeg() {
    sweep = new Sweep(Leg.STORE, null, sweep.startedAt(), sweep.subjectsDone(), sweep.repairId());
    save();
  }

  void end() {
    Progress now = store.progress(counter);
    store.saveProgress(counter, new Progress(now.passedAt(), null, store.now()));
  }

  /** Called with the last settled subject of each round. */
  Consumer<Subject> reporting(
      PassReport report, Repairs repairs, SubjectFeed feed, Consumer<SweepProgress> progress) {
    long doneBefore = sweep.subjectsDone() - report.subjects();
    Instant runBegan = clock.instant();
    Consumer<Subject> telling =
        telling(counter, report, feed, runBegan, clock, doneBefore, progress);
    return last -> {
      sweep =
          new Sweep(
              sweep.leg(),
              last,
              sweep.startedAt(),
              doneBefore + report.subjects(),
              repairs.repairId());
      save();
      telling.accept(last);
    };
  }

  /** Tells how far a run has come, and about when it will end. */
  static Consumer<Subject> telling(
      Counter counter,
      PassReport report,
      SubjectFeed feed,
      Instant began,
      InstantSource clock,
      long doneBefore,
      Consumer<SweepProgress> progress) {
    return last -> {
      long done = doneBefore + report.subjects();
      progress.accept(
          new SweepProgress(
              counter.name(),
              done,
              feed.estimate(),
              report.facts(),
              began,
              finishOf(began, clock.instant(), report.subjects(), done, feed.estimate())));
    };
  }

  private static @Nullable Instant finishOf(
      Instant began, Instant now, long doneByRun, long done, OptionalLong estimate) {
    if (estimate.isEmpty() || doneByRun == 0 || done > estimate.getAsLong()) {
      return null;
    }
    long left = estimate.getAsLong() - done;
    double millisEach = (double) Duration.between(began, now).toMillis() / doneByRun;
    return now.plusMillis((long) (left * millisEach));
  }

  private void save() {
    Progress now = store.progress(counter);
    store.saveProgress(counter, new Progress(now.passedAt(), sweep, now.sweptAt()));
  }
}
