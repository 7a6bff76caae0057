package dev.trueup.testkit.recipes;

/**
 * One subject's counter, kept by a recipe. Each method is one step that cannot be interrupted;
 * whatever may come between two steps of a recipe may come between two calls. Not thread-safe.
 */
public interface Recipe {
  /** What a reader is shown. */
  long shown();

  /**
   * An increment begins: the recipe reads what it needs.
   *
   * @param amount signed
   * @param eventAt when it happened, in microseconds
   * @return the step that writes it
   */
  Runnable increment(long amount, long eventAt);

  /**
   * The recipe's job begins: it counts the rows.
   *
   * @param source answers questions about the rows as they are now
   * @return the step that writes what came of it
   */
  Runnable recount(Source source);

  /** The rows of the subject. */
  interface Source {
    /** What counts now. */
    long now();

    /** What was created before and, by the stamps as they are now, not deleted before, a time. */
    long asOf(long time);

    /** The last window boundary that is a settle time back, in microseconds. */
    long settledBoundary();
  }
}
