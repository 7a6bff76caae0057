package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.Capacity;
import dev.trueup.mongodb.source.Amounts;
import java.math.BigDecimal;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/** What types of numbers a document can hold, how each is shown, and what can be added to it. */
final class StoredNumber {
  /** Past it not every whole number has a double of its own. */
  private static final BigDecimal DOUBLE_MAX = BigDecimal.valueOf(1L << 53);

  private static final BigDecimal LONG_MIN = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal LONG_MAX = BigDecimal.valueOf(Long.MAX_VALUE);

  private static final Capacity INT32 =
      new Capacity(
          "int32",
          BigDecimal.valueOf(Integer.MIN_VALUE),
          BigDecimal.valueOf(Integer.MAX_VALUE),
          0,
          null,
          true);
  private static final Capacity INT64 = new Capacity("int64", LONG_MIN, LONG_MAX, 0, null, true);
  private static final Capacity DOUBLE =
      new Capacity("double", DOUBLE_MAX.negate(), DOUBLE_MAX, null, null, true);
  private static final Capacity DECIMAL = new Capacity("decimal128", null, null, null, 34, true);

  /** What some type of number holds; documents of one collection may differ. */
  static final Capacity ANY = new Capacity("number", LONG_MIN, LONG_MAX, null, null, true);

  private StoredNumber() {}

  /** As people read it, with a text in quotes, so that no text is taken for a number. */
  static @Nullable String text(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    BigDecimal number = Amounts.exact(value);
    if (number != null) {
      return number.toPlainString();
    }
    if (value instanceof Number) {
      return value.toString();
    }
    String json = new Document("v", value).toJson();
    return json.substring(json.indexOf(':') + 1, json.length() - 1).strip();
  }

  /** What this very document can hold; null where it holds no number. */
  static @Nullable Capacity capacity(@Nullable Object value) {
    return value instanceof Integer
        ? INT32
        : value instanceof Long
            ? INT64
            : value instanceof Double ? DOUBLE : value instanceof Decimal128 ? DECIMAL : null;
  }

  /** The name of a number's type in filters. */
  static String type(Object value) {
    return value instanceof Integer
        ? "int"
        : value instanceof Long ? "long" : value instanceof Double ? "double" : "decimal";
  }

  /** The amount in the type of the stored number; null where it has no exact one. */
  static @Nullable Object inTypeOf(Object stored, BigDecimal amount) {
    if (stored instanceof Double) {
      double near = amount.doubleValue();
      return new BigDecimal(near).compareTo(amount) == 0 ? near : null;
    }
    if (stored instanceof Decimal128) {
      return amount.stripTrailingZeros().precision() <= 34 ? new Decimal128(amount) : null;
    }
    if (amount.stripTrailingZeros().scale() > 0) {
      return null;
    }
    if (stored instanceof Integer) {
      return INT32.fits(amount) ? amount.intValueExact() : null;
    }
    return INT64.fits(amount) ? amount.longValueExact() : null;
  }

  /** A new number: whole ones in 64 bits, so that it has room to grow. */
  static Object fresh(BigDecimal value) {
    return INT64.fits(value) ? (Object) value.longValueExact() : new Decimal128(value);
  }
}
