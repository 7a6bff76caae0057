package dev.trueup.jdbc;

import java.sql.Types;
import java.util.Locale;

/**
 * A column as its database describes it.
 *
 * @param name exactly as stored
 * @param jdbcType of {@link Types}
 * @param typeName as the database calls it
 * @param size digits of a number, 0 where there is no bound
 * @param digits digits after the point
 */
public record ColumnInfo(String name, int jdbcType, String typeName, int size, int digits) {
  /** What can be done with a column's values. */
  public enum Family {
    /** Whole numbers. */
    INTEGER,
    /** Exact numbers with digits after the point. */
    DECIMAL,
    /** Numbers that are inexact by nature. */
    FLOAT,
    TEXT,
    /** Neither a number nor text. */
    OTHER;

    public boolean isNumeric() {
      return this == INTEGER || this == DECIMAL || this == FLOAT;
    }
  }

  public boolean isUnsigned() {
    return typeName.toUpperCase(Locale.ROOT).contains("UNSIGNED");
  }

  /** As a person would write the type. */
  public String typeText() {
    return family() == Family.DECIMAL && size > 0
        ? typeName + "(" + size + "," + digits + ")"
        : typeName;
  }

  /** The family by the type that a server with strict types tells. */
  public Family family() {
    String lower = typeName.toLowerCase(Locale.ROOT);
    if (lower.equals("money") || lower.startsWith("year") || lower.startsWith("bool")) {
      return Family.OTHER;
    }
    return switch (jdbcType) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> Family.INTEGER;
      case Types.DECIMAL, Types.NUMERIC -> Family.DECIMAL;
      case Types.FLOAT, Types.REAL, Types.DOUBLE -> Family.FLOAT;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB ->
          Family.TEXT;
      default -> Family.OTHER;
    };
  }
}
