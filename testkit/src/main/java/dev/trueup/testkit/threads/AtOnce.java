package dev.trueup.testkit.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the same work in many threads that begin at one moment. */
public final class AtOnce {
  private static final int SECONDS_MAX = 60;

  private AtOnce() {}

  /** One thread's part. */
  @FunctionalInterface
  public interface Part<T> {
    /**
     * @param thread its number, from 0 on
     */
    T run(int thread) throws Exception;
  }

  /**
   * @return what each thread returned, by its number
   * @throws java.util.concurrent.ExecutionException if one failed
   */
  public static <T> List<T> run(int threads, Part<T> part) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int thread = i;
        Callable<T> call =
            () -> {
              start.await(SECONDS_MAX, TimeUnit.SECONDS);
              return part.run(thread);
            };
        futures.add(pool.submit(call));
      }
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) {
        results.add(future.get(SECONDS_MAX, TimeUnit.SECONDS));
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }
}
