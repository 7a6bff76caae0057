package dev.trueup.testkit.recipes;

/** Adds in one step; a job counts the rows and overwrites the number. */
public final class RecountAndOverwrite implements Recipe {
  private long value;

  public RecountAndOverwrite(long start) {
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
    long counted = source.now();
    return () -> value = counted;
  }
}
