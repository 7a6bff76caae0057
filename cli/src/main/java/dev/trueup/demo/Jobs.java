package dev.trueup.demo;

import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The threads behind the view: the application, and one for the job of each recipe that has one. A
 * failure in any of them ends the demo.
 */
final class Jobs implements AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);

  private final ExecutorService threads = Executors.newCachedThreadPool(Jobs::daemon);
  private final Waiter waiter;
  private volatile boolean ending;

  Jobs(Waiter waiter) {
    this.waiter = waiter;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "demo");
    thread.setDaemon(true);
    return thread;
  }

  Future<?> start(Runnable work) {
    return threads.submit(work);
  }

  /** Runs the job of each recipe on its schedule until {@link #endSchedules}. */
  List<Future<?>> startSchedules(List<Recipe> recipes) {
    List<Future<?>> schedules = new ArrayList<>();
    for (Recipe recipe : recipes) {
      Duration every = recipe.way().jobEvery();
      if (every != null) {
        schedules.add(threads.submit(() -> runOnSchedule(recipe, every)));
      }
    }
    return schedules;
  }

  private void runOnSchedule(Recipe recipe, Duration every) {
    while (!ending) {
      for (Duration left = every;
          !ending && left.compareTo(Duration.ZERO) > 0;
          left = left.minus(LOOK_EVERY)) {
        waiter.waitFor(LOOK_EVERY);
      }
      if (!ending) {
        recipe.runJob();
      }
    }
  }

  /** Starts the last run of each recipe's job. */
  List<Future<?>> startLastRuns(List<Recipe> recipes, Instant stoppedAt) {
    List<Future<?>> runs = new ArrayList<>();
    recipes.forEach(recipe -> runs.add(threads.submit(() -> recipe.runLastJob(stoppedAt))));
    return runs;
  }

  /** No run of a job begins after this; one that has begun is finished. */
  void endSchedules() {
    ending = true;
  }

  /** Whether all are finished; raises what any of them has failed with. */
  static boolean areDone(List<Future<?>> all) {
    boolean done = true;
    for (Future<?> one : all) {
      if (one.isDone()) {
        raiseFailure(one);
      } else {
        done = false;
      }
    }
    return done;
  }

  /** Raises what a finished one has failed with. */
  static void raiseFailure(Future<?> finished) {
    try {
      finished.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("A thread of the demo failed.", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The demo was interrupted.", e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
