package dev.trueup.testkit.recipes;

import java.util.TreeMap;

/**
 * Counts what the stamps say was there at a boundary, and adds what happened since. Right while
 * rows only appear and are deleted once; a restore, a move or an edit leaves no stamp to tell by.
 */
public final class AsOfRecount implements Recipe {
  private final TreeMap<Long, Long> since = new TreeMap<>();
  private long base;
  private long boundary = Long.MIN_VALUE;

  public AsOfRecount(long start) {
    this.base = start;
  }

  @Override
  public long shown() {
    return base + since.values().stream().mapToLong(Long::longValue).sum();
  }

  @Override
  public Runnable increment(long amount, long eventAt) {
    return () -> {
      if (eventAt >= boundary) {
        since.merge(eventAt, amount, Long::sum);
      }
    };
  }

  @Override
  public Runnable recount(Source source) {
    long asOf = source.settledBoundary();
    long counted = source.asOf(asOf);
    return () -> {
      base = counted;
      boundary = asOf;
      since.headMap(asOf, false).clear();
    };
  }
}
