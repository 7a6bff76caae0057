package dev.trueup.mongodb.source;

import dev.trueup.error.SourceRefusedException;
import java.math.BigDecimal;
import org.bson.Document;
import org.bson.json.JsonParseException;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * What a fact counts for: a whole number for all, a field, or an expression written as JSON.
 *
 * @param constant what every fact counts for; null where it is looked up
 * @param expression for an aggregation; a number, {@code $field}, or a document
 */
public record Amounts(@Nullable Long constant, Object expression) {
  static Amounts parse(String amount, String place) {
    String text = amount.strip();
    if (text.startsWith("{")) {
      try {
        return new Amounts(null, Document.parse(text));
      } catch (JsonParseException | NumberFormatException e) {
        throw new SourceRefusedException(
            "The amount of "
                + place
                + " is no JSON expression: "
                + e.getMessage()
                + ". Allowed are a whole number, a field, or an aggregation expression.",
            e);
      }
    }
    try {
      long constant = Long.parseLong(text);
      return new Amounts(constant, constant);
    } catch (NumberFormatException aField) {
      if (text.isEmpty() || text.startsWith("$") || text.indexOf('\0') >= 0) {
        throw new SourceRefusedException(
            "The amount of "
                + place
                + ", \""
                + amount
                + "\", is neither a whole number, the name of a field, nor an aggregation expression"
                + " in JSON.");
      }
      return new Amounts(null, "$" + text);
    }
  }

  /** A stored number, exactly as people read it; null where it is none. */
  public static @Nullable BigDecimal exact(@Nullable Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return BigDecimal.valueOf(((Number) value).longValue());
    }
    if (value instanceof Double inexact) {
      return Double.isFinite(inexact) ? BigDecimal.valueOf(inexact) : null;
    }
    if (value instanceof Decimal128 decimal) {
      return decimal.isFinite() ? decimalValue(decimal) : null;
    }
    return null;
  }

  private static BigDecimal decimalValue(Decimal128 decimal) {
    // A negative zero has no BigDecimal.
    return decimal.isNegative() && decimal.toString().matches("-0(\\.0*)?(E.*)?")
        ? BigDecimal.ZERO
        : decimal.bigDecimalValue();
  }
}
