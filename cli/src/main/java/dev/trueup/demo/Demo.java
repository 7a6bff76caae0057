package dev.trueup.demo;

import dev.trueup.counter.Outcome;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code trueup demo}: a forum in temporary SQLite files that is written to while things go wrong,
 * and four counters of the same comments beside each other. Nothing is simulated but the faults:
 * rows, counters, jobs and clocks are real. One run per object.
 */
public final class Demo {
  /** The managed counter ended true. */
  public static final int HEALED = 0;

  /** It did not: there is a defect in Trueup. */
  public static final int DRIFT = 1;

  private final DemoOptions options;
  private final PrintStream out;
  private final PrintStream progress;
  private final @Nullable Terminal terminal;
  private final InstantSource clock = InstantSource.system();
  private final SleepingWaiter waiter = new SleepingWaiter();
  private final ReentrantLock turn = new ReentrantLock(true);
  private final Tally tally = new Tally();
  private final Scores scores = new Scores();

  /**
   * @param out the result; on a terminal also the live view
   * @param progress lines of progress where there is no terminal
   * @param terminal what {@code out} is drawn on; null where it is none, or is for JSON alone
   */
  public Demo(
      DemoOptions options, PrintStream out, PrintStream progress, @Nullable Terminal terminal) {
    this.options = options;
    this.out = out;
    this.progress = progress;
    this.terminal = terminal;
  }

  /**
   * Runs the demo and prints its result.
   *
   * @return the exit code, {@link #HEALED} or {@link #DRIFT}
   * @throws dev.trueup.error.TrueupException if it could not be run
   */
  public int run() {
    Instant startedAt = clock.instant();
    Result result;
    Path kept = null;
    try (Folder folder = Folder.create(options.keep())) {
      try (View view = View.open(terminal, out, progress)) {
        view.announce("Making a forum with " + options.posts() + " posts, seed " + options.seed());
        try (Stage stage = new Stage(options, folder, tally, clock, waiter)) {
          result = watch(stage, view);
        }
        if (options.keep()) {
          kept = KeptConfig.write(folder);
        }
      } finally {
        waiter.stop();
      }
    }
    Summary summary = new Summary(result, kept);
    if (options.json()) {
      out.println(ResultJson.of(result, startedAt, kept));
    } else {
      summary.print(out, terminal != null && terminal.color());
    }
    out.flush();
    return result.isHealed() ? HEALED : DRIFT;
  }

  private Result watch(Stage stage, View view) {
    List<Recipe> recipes = stage.recipes();
    Sampler sampler = new Sampler(stage.forum(), recipes, stage.managed(), turn);
    Instant began = clock.instant();
    try (Jobs jobs = new Jobs(waiter)) {
      List<Future<?>> schedules = jobs.startSchedules(recipes);
      List<Future<?>> writing =
          List.of(jobs.start(new Writing(options, stage.application(), turn, clock, waiter)));
      watchUntil(
          () -> areDoneUnlessFailed(writing, schedules),
          stage,
          sampler,
          view,
          Frame.Phase.WRITING,
          began);
      Instant stoppedAt = clock.instant();
      jobs.endSchedules();
      Map<Way, Sample.Deviation> stopped = sampler.take().deviations();
      watchUntil(() -> Jobs.areDone(schedules), stage, sampler, view, Frame.Phase.SETTLING, began);
      List<Future<?>> last = jobs.startLastRuns(recipes, stoppedAt);
      watchUntil(() -> Jobs.areDone(last), stage, sampler, view, Frame.Phase.SETTLING, began);
      return result(stage, stopped, sampler.take());
    }
  }

  private static boolean areDoneUnlessFailed(List<Future<?>> awaited, List<Future<?>> others) {
    others.stream().filter(Future::isDone).forEach(Jobs::raiseFailure);
    return Jobs.areDone(awaited);
  }

  private void watchUntil(
      BooleanSupplier over,
      Stage stage,
      Sampler sampler,
      View view,
      Frame.Phase phase,
      Instant began) {
    while (!over.getAsBoolean()) {
      Instant started = clock.instant();
      Sample sample = sampler.take();
      if (phase == Frame.Phase.WRITING) {
        scores.add(sample);
      }
      view.show(
          new Frame(
              options,
              phase,
              Duration.between(began, started),
              started,
              tally.counts(),
              sample,
              scores,
              stage.managed().passes()));
      waiter.waitFor(Times.SAMPLE_EVERY.minus(Duration.between(started, clock.instant())));
    }
  }

  private static Map<Outcome.Kind, Long> outcomes(Managed managed) {
    Map<Outcome.Kind, Long> outcomes = new EnumMap<>(Outcome.Kind.class);
    for (Outcome.Kind kind : Outcome.Kind.values()) {
      outcomes.put(kind, managed.outcomes(kind));
    }
    return outcomes;
  }

  private Result result(Stage stage, Map<Way, Sample.Deviation> stopped, Sample last) {
    Map<Way, BigDecimal> meanErrors = new EnumMap<>(Way.class);
    for (Way way : Way.values()) {
      meanErrors.put(way, scores.meanError(way));
    }
    return new Result(
        options,
        tally.counts(),
        stopped,
        last.deviations(),
        scores.samples(),
        meanErrors,
        stage.managed().passes(),
        outcomes(stage.managed()),
        stage.recount().runs(),
        stage.recount().changesBetween(),
        stage.baseAndDelta().runs());
  }
}
