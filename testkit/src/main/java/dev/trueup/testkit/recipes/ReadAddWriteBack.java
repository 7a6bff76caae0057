package dev.trueup.testkit.recipes;

/** Reads the number, adds to it, writes it back. Two readers of 100 both write 101. */
public final class ReadAddWriteBack implements Recipe {
  private long value;

  public ReadAddWriteBack(long start) {
    this.value = start;
  }

  @Override
  public long shown() {
    return value;
  }

  @Override
  public Runnable increment(long amount, long eventAt) {
    long sum = value + amount;
    return () -> value = sum;
  }

  @Override
  public Runnable recount(Source source) {
    return () -> {};
  }
}
