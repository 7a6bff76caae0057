package dev.trueup.testkit.recipes;

/**
 * Shows one base and one live delta; a job counts the rows, takes the growth of the base from the
 * delta and sets the base. The sum is the same before and after, so it never heals.
 */
public final class BaseAndDelta implements Recipe {
  private long base;
  private long delta;

  public BaseAndDelta(long start) {
    this.base = start;
  }

  @Override
  public long shown() {
    return base + delta;
  }

  @Override
  public Runnable increment(long amount, long eventAt) {
    return () -> delta += amount;
  }

  @Override
  public Runnable recount(Source source) {
    long truth = source.now();
    return () -> {
      delta -= truth - base;
      base = truth;
    };
  }
}
