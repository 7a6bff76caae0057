package dev.trueup.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/**
 * A sum of 64-bit numbers that cannot overflow: where the database has no wider numbers, it adds up
 * the upper and the lower halves, and they are put together here.
 */
public final class ExactSum {
  private static final long HALF = 1L << 32;

  private final Field<BigDecimal> whole;
  private final Field<BigDecimal> upper;
  private final Field<BigDecimal> lower;
  private final boolean wide;

  /**
   * @param name what its columns are called
   * @param wide whether the database has numbers beyond 64 bits
   */
  public ExactSum(Field<Long> column, String name, boolean wide) {
    this.wide = wide;
    this.whole = DSL.sum(column).as(name);
    this.upper = DSL.sum(column.div(DSL.inline(HALF))).as(name + "_upper");
    this.lower = DSL.sum(column.mod(DSL.inline(HALF))).as(name + "_lower");
  }

  /** What has to be selected. */
  public List<Field<?>> columns() {
    return wide ? List.of(whole) : List.of(upper, lower);
  }

  /** The sum, from a row with these columns. */
  public BigInteger of(Record row) {
    if (wide) {
      return exact(row.get(whole));
    }
    return exact(row.get(upper)).multiply(BigInteger.valueOf(HALF)).add(exact(row.get(lower)));
  }

  private static BigInteger exact(BigDecimal sum) {
    return sum.toBigIntegerExact();
  }
}
