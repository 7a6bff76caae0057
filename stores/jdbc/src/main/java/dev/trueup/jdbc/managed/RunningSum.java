package dev.trueup.jdbc.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Reading;
import dev.trueup.store.Head;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one subject reads while a batch is added to it, change by change. */
final class RunningSum {
  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private final Counter counter;
  private final @Nullable Head head;
  private final Map<Cell, BigInteger> cells = new HashMap<>();
  private BigInteger value;

  RunningSum(Counter counter, @Nullable Head head, Map<Cell, Long> stored) {
    this.counter = counter;
    this.head = head;
    Head.Base base = head == null ? null : head.base();
    this.value = BigInteger.valueOf(base == null ? 0 : base.value());
    stored.forEach(
        (cell, amount) -> {
          cells.put(cell, BigInteger.valueOf(amount));
          if (head == null || !head.covers(cell)) {
            value = value.add(BigInteger.valueOf(amount));
          }
        });
  }

  /** Whether cell and reading stay within 64 bits with this change. */
  boolean hasRoomFor(Change change) {
    BigInteger amount = BigInteger.valueOf(change.amount());
    BigInteger cell = cells.getOrDefault(counter.cellOf(change), BigInteger.ZERO);
    return fits(cell.add(amount)) && fits(value.add(amount));
  }

  void add(Change change) {
    BigInteger amount = BigInteger.valueOf(change.amount());
    cells.merge(counter.cellOf(change), amount, BigInteger::add);
    value = value.add(amount);
  }

  /** The reading at this moment; null where there is no base. */
  @Nullable Reading reading(Change change, Instant now) {
    Head.Base base = head == null ? null : head.base();
    if (base == null) {
      return null;
    }
    Duration age = Duration.between(base.installedAt(), now);
    return new Reading(
        counter.name(),
        change.subject(),
        value.longValueExact(),
        Reading.Mode.FAST,
        base.watermark(),
        age.isNegative() ? Duration.ZERO : age);
  }

  private static boolean fits(BigInteger sum) {
    return sum.compareTo(LONG_MIN) >= 0 && sum.compareTo(LONG_MAX) <= 0;
  }
}
