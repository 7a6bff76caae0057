package dev.trueup;

import dev.trueup.adopted.Watch;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.counter.Verdict;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Explanation;
import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.PassReport;
import dev.trueup.reconcile.SweepProgress;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Audits and repairs of managed counters that somebody asked for. */
final class ManagedRuns {
  private final ManagedRuntime runtime;
  private final TrueupOptions options;

  ManagedRuns(ManagedRuntime runtime, TrueupOptions options) {
    this.runtime = runtime;
    this.options = options;
  }

  /** What came of one counter. */
  record Result(CounterReport report, @Nullable String repairId) {}

  /** Observes and judges every subject; waits a settle time, changes nothing. */
  Result audit(CounterConfig.Rows rows, RunOptions run) {
    Collected collected = new Collected(run.listedMax());
    ManagedCounter one = runtime.forAudit(rows);
    Pace pace = pace(run.watch());
    PassReport report =
        runtime.auditor(one, pace).audit(collected, telling(rows.name(), run.watch(), pace));
    return new Result(report(rows, report, collected, 0), null);
  }

  /** Sweeps every subject; goes on with a sweep that was interrupted. */
  Result repair(CounterConfig.Rows rows, RunOptions run) {
    Collected collected = new Collected(run.listedMax());
    ManagedCounter one = runtime.of(rows);
    Pace pace = pace(run.watch());
    PassReport report =
        runtime.reconciler(one, pace).sweep(collected, telling(rows.name(), run.watch(), pace));
    return new Result(report(rows, report, collected, report.corrected()), report.repairId());
  }

  private Pace pace(Watch watch) {
    Pace pace = new Pace(options.waiter());
    if (watch.isStopped()) {
      pace.stop();
    }
    return pace;
  }

  private static Consumer<SweepProgress> telling(String name, Watch watch, Pace pace) {
    return progress -> {
      watch.progress(
          name,
          Watch.Phase.COUNTING,
          progress.subjectsDone(),
          progress.subjectsEstimate().orElse(0));
      if (watch.isStopped()) {
        pace.stop();
      }
    };
  }

  private CounterReport report(
      CounterConfig.Rows rows, PassReport pass, Collected collected, long corrected) {
    return new CounterReport(
        rows.name(),
        runtime.kindOf(rows),
        Layout.MANAGED,
        false,
        pass.subjects(),
        pass.drifted(),
        new BigDecimal(pass.net()),
        new BigDecimal(pass.absolute()),
        pass.undecided(),
        corrected,
        0,
        Map.of(Verdict.UNDECIDED, pass.undecided()),
        collected.drifts.list(),
        collected.undecided,
        new CounterReport.Explained(
            collected.lost, collected.phantom, collected.late, collected.doubled),
        notes(pass));
  }

  private static List<String> notes(PassReport pass) {
    List<String> notes = new ArrayList<>();
    if (pass.firstInstalled() > 0) {
      notes.add("First bases installed: " + pass.firstInstalled() + "; they are no drift.");
    }
    if (pass.tooEarly() > 0) {
      notes.add(
          "First bases that have to wait, because the store has not accepted changes for a settle"
              + " time: "
              + pass.tooEarly()
              + ".");
    }
    if (pass.raceLost() > 0) {
      notes.add("Settled by somebody else meanwhile: " + pass.raceLost() + ".");
    }
    if (pass.held() > 0) {
      notes.add("Held by an undo, or forgotten: " + pass.held() + ".");
    }
    return notes;
  }

  /** Keeps what is worth telling of the findings, within bounds. */
  private static final class Collected implements Consumer<Finding> {
    private final int most;
    private final Worst drifts;
    private final List<SubjectReport> undecided = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> phantom = new ArrayList<>();
    private final List<String> late = new ArrayList<>();
    private final List<String> doubled = new ArrayList<>();

    Collected(int most) {
      this.most = most;
      this.drifts = new Worst(most);
    }

    @Override
    public void accept(Finding finding) {
      if (finding.verdict() == Verdict.DRIFT) {
        drifts.add(asReport(finding));
        Explanation explanation = finding.explanation();
        addSome(lost, explanation.lost());
        addSome(phantom, explanation.phantom());
        addSome(doubled, explanation.doubled());
      } else if (finding.verdict() == Verdict.UNDECIDED && undecided.size() < most) {
        undecided.add(asReport(finding));
      }
      addSome(late, finding.explanation().late());
    }

    private void addSome(List<String> kept, List<String> more) {
      kept.addAll(more.subList(0, Math.min(more.size(), most - kept.size())));
    }

    private static SubjectReport asReport(Finding finding) {
      Long claimed = finding.claimed();
      return new SubjectReport(
          finding.subject(),
          null,
          finding.verdict(),
          claimed == null ? null : claimed.toString(),
          claimed == null ? null : BigDecimal.valueOf(claimed),
          BigDecimal.valueOf(finding.truth()),
          finding.verdict() == Verdict.UNDECIDED
              ? null
              : BigDecimal.valueOf(finding.drift().amount()));
    }
  }
}
