package dev.trueup.jdbc.managed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A column of a key, of a subject or of a fact. What the database takes for equal may be more than
 * what is equal byte for byte (letters without case, padding): questions are asked in its own way,
 * so that an index is used, and answers are told apart by {@code exact} and by their text.
 *
 * @param name as the definition gives it
 * @param field what is compared, grouped and ordered by
 * @param kind how its values are written
 * @param exact tells values apart that the database takes for equal; null where there are none
 * @param arrays whether a list of values is one array
 * @param anyType whether a column may hold values of another type than it declares
 */
record KeyColumn(
    String name,
    Field<Object> field,
    Kind kind,
    @Nullable Field<Object> exact,
    boolean arrays,
    boolean anyType) {
  private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,40}");

  /** How the values of a key are written. */
  enum Kind {
    /** Whole numbers of up to 64 bits. */
    INTEGER,
    /** Other exact numbers; a whole one is written without a point. */
    DECIMAL,
    TEXT,
    /** Text of a fixed width, written without the blanks that fill it. */
    PADDED,
    UUID
  }

  /** The value to compare with; null where no value of this column is written so. */
  @Nullable Object value(String text) {
    Object typed =
        switch (kind) {
          case INTEGER -> wholeNumber(text);
          case DECIMAL -> decimal(text);
          case TEXT, PADDED -> text;
          case UUID -> uuid(text);
        };
    return typed == null && anyType ? text : typed;
  }

  /** The text of a value as the driver gives it. */
  String text(String raw) {
    return switch (kind) {
      case INTEGER, TEXT, UUID -> raw;
      case DECIMAL -> written(new BigDecimal(raw));
      case PADDED -> raw.replaceAll(" +$", "");
    };
  }

  /** The value is one of these. */
  Condition among(List<Object> values) {
    if (!arrays) {
      return field.in(values);
    }
    return switch (kind) {
      case INTEGER -> field.coerce(Long.class).eq(DSL.any(values.toArray(Long[]::new)));
      case DECIMAL -> field.coerce(BigDecimal.class).eq(DSL.any(values.toArray(BigDecimal[]::new)));
      case UUID -> field.coerce(UUID.class).eq(DSL.any(values.toArray(UUID[]::new)));
      case TEXT -> field.coerce(String.class).eq(DSL.any(values.toArray(String[]::new)));
      case PADDED ->
          DSL.condition(
              "{0} = any(cast({1} as bpchar[]))", field, DSL.val(values.toArray(String[]::new)));
    };
  }

  Condition is(Object value) {
    return among(List.of(value));
  }

  /** What rows are grouped and ordered by, to tell every key apart. */
  List<Field<Object>> order() {
    List<Field<Object>> order = new ArrayList<>();
    order.add(field);
    if (exact != null) {
      order.add(exact);
    }
    return order;
  }

  /** A value to compare each of {@link #order} with. */
  List<Field<Object>> orderValues(Object value) {
    List<Field<Object>> values = new ArrayList<>();
    Field<?> bound = DSL.val(value);
    values.add(
        kind == Kind.PADDED && arrays
            ? DSL.field("cast({0} as bpchar)", Object.class, bound)
            : bound.coerce(Object.class));
    if (exact != null) {
      values.add(DSL.val(value).coerce(Object.class));
    }
    return values;
  }

  private static @Nullable Long wholeNumber(String text) {
    if (!WHOLE.matcher(text).matches()) {
      return null;
    }
    BigInteger number = new BigInteger(text);
    return number.bitLength() < Long.SIZE && number.toString().equals(text)
        ? number.longValueExact()
        : null;
  }

  private static @Nullable BigDecimal decimal(String text) {
    if (!text.matches("-?[0-9]{1,100}(\\.[0-9]{1,100})?")) {
      return null;
    }
    BigDecimal number = new BigDecimal(text);
    return written(number).equals(text) ? number : null;
  }

  private static String written(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }

  private static @Nullable UUID uuid(String text) {
    try {
      UUID uuid = UUID.fromString(text);
      return uuid.toString().equals(text) ? uuid : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
