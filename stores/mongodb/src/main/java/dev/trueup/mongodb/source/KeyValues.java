package dev.trueup.mongodb.source;

import dev.trueup.error.SourceRefusedException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.bson.BsonBinarySubType;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Keys as text, and what a text may be a key of. A whole number is its digits, whatever type holds
 * it; an ObjectId is its hex digits, a UUID and a date their usual text. So the number 42 and the
 * text "42" are one key.
 */
public final class KeyValues {
  private static final Pattern WHOLE = Pattern.compile("0|-?[1-9][0-9]{0,18}");
  private static final int DIGITS_OF_DOUBLE = 15;
  private static final Pattern OBJECT_ID = Pattern.compile("[0-9a-f]{24}");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private KeyValues() {}

  /** The text of a key; null where there is none. */
  public static @Nullable String text(@Nullable Object value, String place) {
    if (value == null) {
      return null;
    }
    if (value instanceof String text) {
      return text;
    }
    if (value instanceof Integer || value instanceof Long) {
      return value.toString();
    }
    if (value instanceof ObjectId id) {
      return id.toHexString();
    }
    if (value instanceof Date date) {
      return date.toInstant().toString();
    }
    if (value instanceof UUID uuid) {
      return uuid.toString();
    }
    if (value instanceof Binary binary
        && binary.getType() == BsonBinarySubType.UUID_STANDARD.getValue()
        && binary.length() == 16) {
      ByteBuffer bytes = ByteBuffer.wrap(binary.getData());
      return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }
    BigDecimal number = number(value);
    if (number != null && number.stripTrailingZeros().scale() <= 0) {
      return number.toBigInteger().toString();
    }
    throw new SourceRefusedException(
        place
            + " holds a key of type "
            + value.getClass().getSimpleName()
            + ", "
            + value
            + ". A key may be text, a whole number, an ObjectId, a UUID or a date; leave others out"
            + " with where.");
  }

  private static @Nullable BigDecimal number(Object value) {
    if (value instanceof Decimal128 decimal && decimal.isFinite()) {
      return decimal.bigDecimalValue();
    }
    if (value instanceof Double inexact && Double.isFinite(inexact)) {
      return BigDecimal.valueOf(inexact);
    }
    return null;
  }

  /** Every value that has this text. Numbers of all types are equal to the database. */
  public static List<Object> of(String text) {
    List<Object> values = new ArrayList<>();
    values.add(text);
    if (WHOLE.matcher(text).matches()) {
      try {
        values.add(Long.parseLong(text));
      } catch (NumberFormatException tooLarge) {
        values.add(new Decimal128(new BigDecimal(text)));
      }
      if (text.length() > DIGITS_OF_DOUBLE) {
        // Not every server compares a long with a decimal exactly.
        values.add(new Decimal128(new BigDecimal(text)));
      }
    }
    if (OBJECT_ID.matcher(text).matches()) {
      values.add(new ObjectId(text));
    }
    if (UUID_TEXT.matcher(text).matches()) {
      UUID uuid = UUID.fromString(text);
      ByteBuffer bytes =
          ByteBuffer.allocate(16)
              .putLong(uuid.getMostSignificantBits())
              .putLong(uuid.getLeastSignificantBits());
      values.add(new Binary(BsonBinarySubType.UUID_STANDARD, bytes.array()));
    }
    Instant instant = instant(text);
    if (instant != null) {
      values.add(Date.from(instant));
    }
    return values;
  }

  private static @Nullable Instant instant(String text) {
    if (text.length() < 20 || !text.endsWith("Z")) {
      return null;
    }
    try {
      Instant instant = Instant.parse(text);
      return instant.toString().equals(text) ? instant : null;
    } catch (DateTimeParseException noDate) {
      return null;
    }
  }

  /** The one of the values that is of the same kind as another; null where none is. */
  public static @Nullable Object like(String text, Object other) {
    for (Object value : of(text)) {
      boolean same =
          value instanceof Number ? other instanceof Number : value.getClass() == other.getClass();
      if (same) {
        return value;
      }
    }
    return null;
  }
}
