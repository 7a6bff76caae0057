package dev.trueup;

import dev.trueup.config.AlertsConfig;
import dev.trueup.config.CounterConfig;
import dev.trueup.drift.Alert;
import dev.trueup.drift.AlertRules;
import dev.trueup.drift.Alerts;
import dev.trueup.drift.Coverage;
import dev.trueup.drift.DriftRun;
import dev.trueup.drift.Outage;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.StoppedException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.PassReport;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.DriftHistory;
import dev.trueup.store.Progress;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reconciles managed counters in the background of one process: a pass over what changed every so
 * often, and a slow sweep over everything. Many processes may do so at once. A run that fails is
 * logged and tried again at its next time; passes and sweeps have threads of their own, so that a
 * long sweep keeps no pass waiting.
 */
final class Schedule implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);
  private static final int PASS_THREADS_MAX = 4;
  private static final int SWEEP_THREADS_MAX = 2;
  private static final Duration END_MAX = Duration.ofSeconds(20);

  /** Of a wait, so much is left to chance, so that many processes do not start together. */
  private static final double JITTER = 0.1;

  private static final int RUNS_LOOKED_BACK_MAX = 1_000;

  private final ManagedRuntime runtime;
  private final Databases databases;
  private final TrueupOptions options;
  private final ScheduledThreadPoolExecutor passes;
  private final ScheduledThreadPoolExecutor sweeps;
  private final List<Work> works;

  Schedule(
      List<CounterConfig.Rows> counters,
      ManagedRuntime runtime,
      Databases databases,
      TrueupOptions options) {
    this.runtime = runtime;
    this.databases = databases;
    this.options = options;
    this.passes = executor("trueup-pass", Math.min(PASS_THREADS_MAX, counters.size()));
    this.sweeps = executor("trueup-sweep", Math.min(SWEEP_THREADS_MAX, counters.size()));
    this.works = counters.stream().map(Work::new).toList();
    works.forEach(Work::begin);
  }

  private static ScheduledThreadPoolExecutor executor(String name, int threads) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            Math.max(1, threads),
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  /** One counter's runs. */
  private final class Work {
    private final CounterConfig.Rows rows;
    private final Pace pace;
    private final DriftHistory history;
    private final Outage outage;

    Work(CounterConfig.Rows rows) {
      this.rows = rows;
      this.history = runtime.history(rows);
      this.outage = new Outage(rows.name());
      this.pace =
          new Pace(options.waiter())
              .factsPerSecond(rows.reconcile().rowsPerSecond())
              .duty(rows.reconcile().duty().doubleValue());
      String question = rows.reconcile().pauseWhile();
      if (question != null) {
        PauseQuestion pause =
            new PauseQuestion(databases.user(rows.source().datasource()), question);
        pace.pauseWhile(pause);
      }
    }

    void begin() {
      later(passes, jittered(rows.reconcile().every()), this::pass);
      later(sweeps, untilSweep(), this::sweep);
    }

    private void pass() {
      run("pass", () -> finish(DriftRun.Kind.PASS, Reconciler::incremental));
      later(passes, jittered(rows.reconcile().every()), this::pass);
    }

    private void sweep() {
      boolean done =
          run(
              "sweep",
              () ->
                  finish(
                      DriftRun.Kind.SWEEP,
                      (reconciler, findings) -> reconciler.sweep(findings, progress -> {})));
      later(
          sweeps,
          done ? jittered(rows.reconcile().sweep()) : jittered(rows.reconcile().every()),
          this::sweep);
    }

    /** From the last full sweep of whichever process, so that a restart does not begin anew. */
    private Duration untilSweep() {
      ManagedCounter one = runtime.of(rows);
      Progress progress = one.store().progress(one.counter());
      Instant sweptAt = progress.sweptAt();
      Duration soon = jittered(rows.reconcile().every());
      if (sweptAt == null || progress.sweep() != null) {
        return soon;
      }
      Duration left = Duration.between(one.store().now(), sweptAt.plus(rows.reconcile().sweep()));
      return left.compareTo(soon) > 0 ? left : soon;
    }

    private void finish(DriftRun.Kind kind, Run run) {
      Instant startedAt = options.clock().instant();
      PassReport report = run.with(runtime.reconciler(runtime.of(rows), pace), finding -> {});
      Instant endedAt = options.clock().instant();
      history.record(report.toRun(rows.name(), kind, startedAt, endedAt));
      outage.answered(endedAt, history::mark);
      alert(endedAt);
    }

    private void alert(Instant now) {
      AlertsConfig config = rows.alerts();
      if (config.equals(AlertsConfig.NONE)) {
        return;
      }
      AlertRules rules = rules(config);
      int lookedBack = rules.sustainedRuns() == null ? 2 : Math.max(2, rules.sustainedRuns());
      List<DriftRun> runs =
          history.runs(
              rows.name(),
              Instant.EPOCH,
              now.plusSeconds(1),
              Math.min(RUNS_LOOKED_BACK_MAX, lookedBack));
      Duration coverage = config.coverage();
      Coverage covered =
          coverage == null ? new Coverage(0, 0, null) : runtime.coverage(rows, now.minus(coverage));
      for (Alert alert : Alerts.of(rows.name(), rules, runs, covered, now)) {
        LOG.warn("{}", alert.message());
        options.alerts().accept(alert);
      }
    }

    private boolean run(String what, Runnable work) {
      Instant startedAt = options.clock().instant();
      try {
        work.run();
        return true;
      } catch (StoppedException e) {
        LOG.debug("The {} of {} was stopped", what, rows.name());
        return false;
      } catch (TrueupException e) {
        if (e instanceof UnavailableException || e instanceof AnswerLostException) {
          outage.failed(startedAt, String.valueOf(e.getMessage()));
        }
        LOG.warn(
            "The {} of {} failed and will be tried again: {}", what, rows.name(), e.getMessage());
        return false;
      } catch (RuntimeException e) {
        LOG.error("The {} of {} failed and will be tried again", what, rows.name(), e);
        return false;
      }
    }
  }

  /** A run of a reconciler. */
  @FunctionalInterface
  private interface Run {
    PassReport with(Reconciler reconciler, Consumer<Finding> findings);
  }

  private static AlertRules rules(AlertsConfig config) {
    Long drift = config.drift();
    Long jump = config.jump();
    Long runs = config.sustainedRuns();
    return new AlertRules(
        drift == null ? null : BigDecimal.valueOf(drift),
        runs == null ? null : Math.toIntExact(runs),
        jump == null ? null : BigDecimal.valueOf(jump),
        config.coverage());
  }

  private Duration jittered(Duration wait) {
    double share = 1 - JITTER + 2 * JITTER * options.random().nextDouble();
    return Duration.ofMillis(Math.max(1, (long) (wait.toMillis() * share)));
  }

  private static void later(ScheduledThreadPoolExecutor executor, Duration wait, Runnable work) {
    try {
      // The work catches what it raises and plans itself again: nobody waits for this future.
      Future<?> unused = executor.schedule(work, wait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("Not planned: the schedule is closed");
    }
  }

  /** Stops runs at their next occasion and waits for them, a bounded time. */
  @Override
  public void close() {
    works.forEach(work -> work.pace.stop());
    passes.shutdownNow();
    sweeps.shutdownNow();
    try {
      boolean ended =
          passes.awaitTermination(END_MAX.toMillis(), TimeUnit.MILLISECONDS)
              && sweeps.awaitTermination(END_MAX.toMillis(), TimeUnit.MILLISECONDS);
      if (!ended) {
        LOG.warn("A run did not end within {}; its connections are taken from it", END_MAX);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
