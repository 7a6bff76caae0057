package dev.trueup.jdbc.adopted;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sqlite.Function;
import org.sqlite.SQLiteConnection;

/**
 * What SQLite lacks: exact decimals, and a hash. A REAL is taken at 15 significant digits, which is
 * what SQLite itself shows and what every decimal of 15 digits survives.
 */
final class SqliteFunctions {
  private static final MathContext SHOWN = new MathContext(15);
  private static final int INTEGER = 1;
  private static final int FLOAT = 2;
  private static final int TEXT = 3;
  private static final int NULL = 5;

  private SqliteFunctions() {}

  static void register(Connection connection) throws SQLException {
    SQLiteConnection sqlite = connection.unwrap(SQLiteConnection.class);
    Function.create(sqlite, "trueup_text", new Text());
    Function.create(sqlite, "trueup_same", new Same());
    Function.create(sqlite, "trueup_hash", new Hash());
    Function.create(sqlite, "trueup_sum", new Sum());
  }

  private static @Nullable BigDecimal number(int type, String text, double real) {
    if (type == FLOAT) {
      return Double.isFinite(real) ? new BigDecimal(real).round(SHOWN) : null;
    }
    try {
      return type == INTEGER || type == TEXT ? new BigDecimal(text.strip()) : null;
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /** A value as text; a REAL at the digits that SQLite shows. */
  private static final class Text extends Function {
    @Override
    protected void xFunc() throws SQLException {
      int type = value_type(0);
      if (type == NULL) {
        result();
      } else if (type == FLOAT) {
        BigDecimal number = number(type, "", value_double(0));
        result(number == null ? "not finite" : number.stripTrailingZeros().toPlainString());
      } else {
        result(type == INTEGER || type == TEXT ? value_text(0) : "a blob");
      }
    }
  }

  /** 1 where both are numbers and equal, 0 otherwise. */
  private static final class Same extends Function {
    @Override
    protected void xFunc() throws SQLException {
      BigDecimal one = numberAt(0);
      BigDecimal other = numberAt(1);
      result(one != null && other != null && one.compareTo(other) == 0 ? 1 : 0);
    }

    private @Nullable BigDecimal numberAt(int argument) throws SQLException {
      int type = value_type(argument);
      return number(
          type,
          type == INTEGER || type == TEXT
              ? Objects.requireNonNullElse(value_text(argument), "")
              : "",
          type == FLOAT ? value_double(argument) : 0);
    }
  }

  /** 40 bits, so that a 64-bit sum has room for eight million of them. */
  private static final class Hash extends Function {
    @Override
    protected void xFunc() throws SQLException {
      long hash = 0xcbf29ce484222325L;
      for (byte next : String.valueOf(value_text(0)).getBytes(StandardCharsets.UTF_8)) {
        hash = (hash ^ (next & 0xff)) * 0x100000001b3L;
      }
      hash ^= hash >>> 33;
      hash *= 0xff51afd7ed558ccdL;
      result(hash >>> 24);
    }
  }

  /** The exact sum of a group, as text; NULLs are left out. SQLite makes a copy for each group. */
  private static final class Sum extends Function.Aggregate {
    private @Nullable BigDecimal sum;
    private long whole;
    private boolean any;

    @Override
    protected void xStep() throws SQLException {
      int type = value_type(0);
      if (type == NULL) {
        return;
      }
      any = true;
      if (type == INTEGER) {
        long value = value_long(0);
        long next = whole + value;
        if (((whole ^ next) & (value ^ next)) < 0) {
          add(BigDecimal.valueOf(whole));
          next = value;
        }
        whole = next;
        return;
      }
      String text = type == TEXT ? Objects.requireNonNullElse(value_text(0), "") : "";
      BigDecimal number = number(type, text, type == FLOAT ? value_double(0) : 0);
      if (number == null) {
        error("an amount is not a number: " + (type == TEXT ? text : "a blob"));
        return;
      }
      add(number);
    }

    private void add(BigDecimal number) {
      sum = sum == null ? number : sum.add(number);
    }

    @Override
    protected void xFinal() throws SQLException {
      if (any) {
        add(BigDecimal.valueOf(whole));
        result(Objects.requireNonNull(sum).toPlainString());
      } else {
        result();
      }
    }
  }
}
