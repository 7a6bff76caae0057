package dev.trueup.jdbc.managed;

import dev.trueup.jdbc.Dialect;
import java.util.Locale;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/** What the type names of the databases mean for keys, stamps and amounts. */
final class ColumnTypes {
  private final SQLDialect family;

  ColumnTypes(Dialect dialect) {
    this.family = dialect.jooq();
  }

  /** Whether columns may hold values of other types than they declare. */
  boolean areLoose() {
    return family == SQLDialect.SQLITE;
  }

  boolean hasArrays() {
    return family == SQLDialect.POSTGRES;
  }

  /** What a stamp of this type knows; null where it is no type of stamps. */
  TypedStamp.@Nullable Kind stamp(String type) {
    return switch (plain(type)) {
      case "timestamptz" -> TypedStamp.Kind.WITH_ZONE;
      case "timestamp", "datetime" -> TypedStamp.Kind.WITHOUT_ZONE;
      case "date" -> TypedStamp.Kind.DAY;
      default -> null;
    };
  }

  /** MariaDB keeps a TIMESTAMP as an instant and shows it in the session's zone, which is UTC. */
  boolean isInstantShownInUtc(String type) {
    return !hasArrays() && plain(type).equals("timestamp");
  }

  /** How keys of this type are written; null where it is no type of keys. */
  KeyColumn.@Nullable Kind key(String type) {
    String plain = plain(type);
    if (areLoose()) {
      return plain.contains("int") ? KeyColumn.Kind.INTEGER : KeyColumn.Kind.TEXT;
    }
    if (plain.contains("unsigned")) {
      return KeyColumn.Kind.DECIMAL;
    }
    return switch (plain) {
      case "int2",
          "int4",
          "int8",
          "smallint",
          "int",
          "integer",
          "bigint",
          "tinyint",
          "mediumint",
          "smallserial",
          "serial",
          "bigserial",
          "year" ->
          KeyColumn.Kind.INTEGER;
      case "numeric", "decimal" -> KeyColumn.Kind.DECIMAL;
      case "text", "varchar", "name", "citext", "tinytext", "mediumtext", "longtext", "char" ->
          KeyColumn.Kind.TEXT;
      case "bpchar" -> KeyColumn.Kind.PADDED;
      case "uuid" -> hasArrays() ? KeyColumn.Kind.UUID : KeyColumn.Kind.TEXT;
      default -> null;
    };
  }

  /** Types that PostgreSQL compares only with themselves: their text is compared instead. */
  boolean isComparedAsText(String type) {
    String plain = plain(type);
    if (areLoose()) {
      return !plain.contains("int")
          && !plain.contains("char")
          && !plain.contains("clob")
          && !plain.contains("text");
    }
    return hasArrays()
        && key(type) == null
        && !plain.startsWith("float")
        && !plain.equals("bytea")
        && !plain.startsWith("timestamp");
  }

  /** Whether sums of this type are exact and whole by themselves. */
  boolean isWhole(String type) {
    return switch (plain(type).replace(" unsigned", "")) {
      case "int2",
          "int4",
          "int8",
          "smallint",
          "int",
          "integer",
          "bigint",
          "tinyint",
          "mediumint",
          "smallserial",
          "serial",
          "bigserial" ->
          !areLoose();
      default -> false;
    };
  }

  /** Whether sums of this type are exact, and may have digits behind the point. */
  boolean isExact(String type) {
    String plain = plain(type);
    return areLoose()
        || plain.startsWith("numeric")
        || plain.startsWith("decimal")
        || isWhole(type);
  }

  private static String plain(String type) {
    String lower = type.toLowerCase(Locale.ROOT).strip();
    int bracket = lower.indexOf('(');
    return bracket < 0
        ? lower
        : (lower.substring(0, bracket) + lower.substring(lower.indexOf(')') + 1)).strip();
  }
}
