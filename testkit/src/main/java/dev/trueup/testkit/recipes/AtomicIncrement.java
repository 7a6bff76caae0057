package dev.trueup.testkit.recipes;

/** Adds in one step, and never looks at the rows again. */
public final class AtomicIncrement implements Recipe {
  private long value;

  public AtomicIncrement(long start) {
    this.value = start;
  }

  @Override
  public long shown() {
    return value;
  }

  @Override
  public Runnable increment(long amount, long eventAt) {
    return () -> value += amount;
  }

  @Override
  public Runnable recount(Source source) {
    return () -> {};
  }
}
