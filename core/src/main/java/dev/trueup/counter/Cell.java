package dev.trueup.counter;

import java.time.Instant;
import java.util.Comparator;

/**
 * The address of a delta cell: the sum of the changes of one fact window and one event window. Both
 * are starts of windows; {@link Windows#BEFORE_ALL} stands for a fact without a created stamp.
 */
public record Cell(Instant factWindow, Instant eventWindow) implements Comparable<Cell> {
  private static final Comparator<Cell> ORDER =
      Comparator.comparing(Cell::factWindow).thenComparing(Cell::eventWindow);

  @Override
  public int compareTo(Cell other) {
    return ORDER.compare(this, other);
  }
}
