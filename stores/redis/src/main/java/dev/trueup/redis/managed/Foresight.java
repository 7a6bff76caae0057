package dev.trueup.redis.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.store.Head;
import dev.trueup.store.StoredSubject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether the reading after a change would fit, told before the change is written. Sums pass the
 * range of long only where large numbers are about: all others have room, with fewer than 2^30
 * recorded changes of less than 2^31 each beside a base of at most 2^61. For one thread.
 */
final class Foresight {
  private static final long LARGE_CHANGE = 1L << 31;
  private static final long LARGE_BASE = 1L << 61;

  private final Counter counter;
  private final @Nullable Head head;
  private final Map<Cell, Long> cells;
  private final Set<String> ids = new HashSet<>();

  Foresight(Counter counter, StoredHead stored) {
    this.counter = counter;
    this.head = stored.head();
    this.cells = new HashMap<>(stored.cells());
  }

  static boolean isLarge(Change change) {
    return change.amount() >= LARGE_CHANGE || change.amount() <= -LARGE_CHANGE;
  }

  static boolean isLarge(@Nullable Head head) {
    Head.Base base = head == null ? null : head.base();
    return base != null && (base.value() > LARGE_BASE || base.value() < -LARGE_BASE);
  }

  /** Whether a change that is let in fits; if so it counts for those after it. */
  boolean fits(Change change) {
    if (!ids.add(change.id())) {
      return true;
    }
    Cell cell = counter.cellOf(change);
    Long before = cells.get(cell);
    try {
      cells.put(cell, Math.addExact(before == null ? 0 : before, change.amount()));
      if (head != null && head.base() != null) {
        new StoredSubject(head, cells).fastValue();
      }
      return true;
    } catch (ArithmeticException overflow) {
      if (before == null) {
        cells.remove(cell);
      } else {
        cells.put(cell, before);
      }
      ids.remove(change.id());
      return false;
    }
  }
}
