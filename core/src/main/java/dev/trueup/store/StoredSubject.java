package dev.trueup.store;

import dev.trueup.counter.Cell;
import java.math.BigInteger;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A subject's head with the sums of its cells, as of one moment.
 *
 * @param head null where the store knows nothing of the subject
 * @param cells the sum of each delta cell, those inside the base included
 */
public record StoredSubject(@Nullable Head head, Map<Cell, Long> cells) {
  public StoredSubject {
    cells = Map.copyOf(cells);
  }

  /**
   * Base and every cell that is not inside it.
   *
   * @throws ArithmeticException past the range of long
   * @throws IllegalStateException without a base: cells alone are no reading
   */
  public long fastValue() {
    Head current = head;
    Head.Base base = current == null ? null : current.base();
    if (base == null) {
      throw new IllegalStateException("cells without a base are no reading");
    }
    // The sum counts, not what it passes through: cells come in no order.
    BigInteger value = BigInteger.valueOf(base.value());
    for (Map.Entry<Cell, Long> cell : cells.entrySet()) {
      if (!base.watermark().covers(cell.getKey())) {
        value = value.add(BigInteger.valueOf(cell.getValue()));
      }
    }
    return value.longValueExact();
  }
}
