package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the search asks a database, within its limits. It never writes. An answer is empty where the
 * database refused or took too long. Any question may raise {@link
 * dev.trueup.error.UnavailableException} if the database is not there any more. For one thread.
 */
interface Questions {
  Limits limits();

  /** Whether the time for the whole search is over. */
  boolean outOfTime();

  /** How a guess is written in the configuration of this family of databases. */
  Wording wording();

  /** How many rows a table has, about. */
  Optional<Long> count(Table table);

  /** The distinct values of a column in its first rows; empty where there are too many. */
  Optional<List<@Nullable Object>> values(Table table, Column column, int valuesMax, int rowsMax);

  /**
   * Subjects by key, each the key and then the columns.
   *
   * @param stride of whole keys every so-manieth; 1: all
   */
  Optional<List<List<@Nullable Object>>> subjects(
      Table table, Column key, List<Column> columns, long stride, int max);

  /**
   * The rows of a link that belong to the sampled keys, grouped by subject and traits: each the
   * subject, the traits, the number of rows, the sums. Of a stamp, 1 where there is one, else 0.
   */
  Optional<List<List<@Nullable Object>>> groups(
      Link link,
      List<Trait> traits,
      List<SourceSample.Amount> amounts,
      TargetSample target,
      int max);

  /** A value as text, whole numbers without their trailing zeros, so that keys can be compared. */
  static String text(@Nullable Object value) {
    if (value instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros().toPlainString();
    }
    if (value instanceof Double number && number == Math.rint(number)) {
      return new BigDecimal(number).toPlainString();
    }
    return String.valueOf(value);
  }
}
