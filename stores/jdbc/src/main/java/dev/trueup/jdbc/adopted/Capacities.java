package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.Capacity;
import dev.trueup.jdbc.ColumnInfo;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.util.Locale;

/** What a column's type can hold. */
final class Capacities {
  private static final int DIGITS_MAX = 1_000;
  private static final int DOUBLE_DIGITS = 15;
  private static final int SINGLE_DIGITS = 6;

  private Capacities() {}

  /**
   * Of a column in a database with strict types.
   *
   * @param strict false where any number is kept in any column, as in SQLite
   */
  static Capacity of(Target target, boolean strict) {
    ColumnInfo column = target.columnInfo();
    if (!strict) {
      return new Capacity(
          column.typeText(), power(63).negate(), last(63), null, DOUBLE_DIGITS, true);
    }
    return switch (target.family()) {
      case INTEGER -> whole(column);
      case DECIMAL -> decimal(column);
      case FLOAT ->
          new Capacity(
              column.typeText(),
              null,
              null,
              null,
              isSingle(column) ? SINGLE_DIGITS : DOUBLE_DIGITS,
              true);
      case TEXT, OTHER -> new Capacity(column.typeText(), null, null, null, null, false);
    };
  }

  private static Capacity whole(ColumnInfo column) {
    int bits =
        switch (column.jdbcType()) {
          case Types.TINYINT -> 8;
          case Types.SMALLINT -> 16;
          case Types.INTEGER ->
              column.typeName().toUpperCase(Locale.ROOT).contains("MEDIUMINT") ? 24 : 32;
          default -> 64;
        };
    return column.isUnsigned()
        ? new Capacity(column.typeText(), BigDecimal.ZERO, last(bits), 0, null, true)
        : new Capacity(column.typeText(), power(bits - 1).negate(), last(bits - 1), 0, null, true);
  }

  private static Capacity decimal(ColumnInfo column) {
    if (column.size() <= 0 || column.size() > DIGITS_MAX) {
      return new Capacity(column.typeText(), null, null, null, null, true);
    }
    BigDecimal max =
        new BigDecimal(BigInteger.TEN.pow(column.size()).subtract(BigInteger.ONE), column.digits());
    return new Capacity(
        column.typeText(),
        column.isUnsigned() ? BigDecimal.ZERO : max.negate(),
        max,
        column.digits(),
        null,
        true);
  }

  private static boolean isSingle(ColumnInfo column) {
    String type = column.typeName().toLowerCase(Locale.ROOT);
    return type.equals("float4") || type.equals("real") || type.equals("float");
  }

  private static BigDecimal power(int bits) {
    return new BigDecimal(BigInteger.TWO.pow(bits));
  }

  private static BigDecimal last(int bits) {
    return power(bits).subtract(BigDecimal.ONE);
  }
}
