package dev.trueup.reconcile;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.repair.Repair;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import dev.trueup.store.Progress;
import dev.trueup.store.RepairLog;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Drives reconciliation of one counter, in sets: an incremental pass over the subjects that
 * changed, a full sweep that survives a crash, and an audit that changes nothing. Several instances
 * may run at once, in one process or many: the condition of the settle keeps them apart.
 *
 * <p>A run is single-threaded; the object may be used by one run at a time.
 */
public final class Reconciler {
  private final Counter counter;
  private final CounterStore store;
  private final FactSource source;
  private final RepairLog log;
  private final InstantSource clock;
  private final Pace pace;
  private final Limits limits;
  private final Round round;

  /**
   * What a run may hold at once.
   *
   * @param subjectsPerRead subjects in one question to source or store
   * @param subjectsPerRound subjects observed in one snapshot and held until they are judged
   * @param snapshotOpenMax how long a snapshot may be open
   * @param factsExplainedMax facts of one subject to look at when explaining its drift
   */
  public record Limits(
      int subjectsPerRead, int subjectsPerRound, Duration snapshotOpenMax, int factsExplainedMax) {
    public static final Limits DEFAULT = new Limits(1_000, 50_000, Duration.ofSeconds(60), 1_000);

    public Limits {
      if (subjectsPerRead < 1
          || subjectsPerRead > CounterStore.BATCH_MAX
          || subjectsPerRound < subjectsPerRead
          || snapshotOpenMax.compareTo(Duration.ZERO) <= 0
          || factsExplainedMax < 1) {
        throw new IllegalArgumentException(
            "limits: 1 <= subjectsPerRead <= "
                + CounterStore.BATCH_MAX
                + ", subjectsPerRead <= subjectsPerRound, the rest above zero");
      }
    }
  }

  /**
   * @param clock measures how long work took, and stamps records
   * @param waiter lets time pass until a boundary and until a judgement is due
   */
  public Reconciler(
      Counter counter,
      CounterStore store,
      FactSource source,
      RepairLog log,
      InstantSource clock,
      Waiter waiter,
      Pace pace,
      Limits limits) {
    this.counter = counter;
    this.store = store;
    this.source = source;
    this.log = log;
    this.clock = clock;
    this.pace = pace;
    this.limits = limits;
    this.round = new Round(counter, store, source, log, clock, waiter, pace, limits);
  }

  /**
   * Recounts the subjects with cells or marks, those with rows created since the last pass, and
   * those with rows deleted by stamp since then, with an overlap of a settle time. A change that
   * leaves none of these traces (a hard delete, a restore, a move or an edit whose change was lost)
   * waits for the sweep.
   */
  public PassReport incremental(Consumer<Finding> findings) {
    Instant startedAt = store.now();
    Watermark passedAt = store.progress(counter).passedAt();
    PassReport report = new PassReport();
    repairing(
        report,
        repairs -> {
          run(report, repairs, findings, SubjectFeed.storeCandidates(store, counter), null);
          SubjectFeed changed =
              SubjectFeed.sourceChanged(source, counter, store, passedAt, startedAt);
          run(report, repairs, findings, changed, null);
        });
    if (report.tooEarly() == 0) {
      // Otherwise the next pass looks at the same rows again: their first base had to wait.
      savePassed(report.watermark());
    }
    return report;
  }

  /**
   * Recounts every subject: first all that the source has, then what only the store still has.
   * After a crash the next call goes on behind the last settled subject; a repair that the crash
   * cut off is named interrupted.
   */
  public PassReport sweep(Consumer<Finding> findings, Consumer<SweepProgress> progress) {
    PassReport report = new PassReport();
    SweepCursor cursor = SweepCursor.resume(counter, store, clock);
    repairing(
        report,
        repairs -> {
          if (cursor.leg() == Progress.Leg.SOURCE) {
            SubjectFeed feed = SubjectFeed.sourceAll(source, cursor.after());
            run(report, repairs, findings, feed, cursor.reporting(report, repairs, feed, progress));
            cursor.beginStoreLeg();
          }
          SubjectFeed rest =
              SubjectFeed.storeRest(store, source, counter, cursor.startedAt(), cursor.after());
          run(report, repairs, findings, rest, cursor.reporting(report, repairs, rest, progress));
        });
    cursor.end();
    return report;
  }

  /** Recounts and settles just these subjects, as a repair that somebody asked for. */
  public PassReport subjects(List<Subject> subjects, Consumer<Finding> findings) {
    PassReport report = new PassReport();
    repairing(report, repairs -> run(report, repairs, findings, SubjectFeed.of(subjects), null));
    return report;
  }

  /** Observes and judges every subject, and changes nothing. */
  public PassReport audit(Consumer<Finding> findings, Consumer<SweepProgress> progress) {
    PassReport report = new PassReport();
    Instant startedAt = clock.instant();
    SubjectFeed fromSource = SubjectFeed.sourceAll(source, null);
    Consumer<Subject> told =
        SweepCursor.telling(counter, report, fromSource, startedAt, clock, 0, progress);
    run(report, null, findings, fromSource, told);
    run(report, null, findings, SubjectFeed.storeUnsourced(store, source, counter), told);
    return report;
  }

  private void run(
      PassReport report,
      @Nullable Repairs repairs,
      Consumer<Finding> findings,
      SubjectFeed feed,
      @Nullable Consumer<Subject> settledUpTo) {
    while (true) {
      pace.checkpoint();
      List<Subject> subjects = feed.next(limits.subjectsPerRound());
      if (subjects.isEmpty()) {
        return;
      }
      int done = 0;
      while (done < subjects.size()) {
        int observed =
            round.run(subjects.subList(done, subjects.size()), report, repairs, findings);
        done += observed;
        if (settledUpTo != null) {
          settledUpTo.accept(subjects.get(done - 1));
        }
      }
    }
  }

  private void repairing(PassReport report, Consumer<Repairs> work) {
    // What a run that was killed had begun to repair is named so.
    log.interruptAbandoned(clock.instant());
    Repairs repairs = new Repairs(log, clock);
    try {
      work.accept(repairs);
    } catch (RuntimeException failure) {
      try {
        repairs.close(Repair.State.INTERRUPTED);
      } catch (RuntimeException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
    report.onRecord(repairs.repairId());
    repairs.close(Repair.State.CLOSED);
  }

  private void savePassed(@Nullable Watermark watermark) {
    if (watermark == null) {
      return;
    }
    Progress now = store.progress(counter);
    Watermark before = now.passedAt();
    store.saveProgress(
        counter,
        new Progress(
            before == null ? watermark : watermark.raisedTo(before), now.sweep(), now.sweptAt()));
  }
}
