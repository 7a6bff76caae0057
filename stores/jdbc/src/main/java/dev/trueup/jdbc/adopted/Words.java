package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.cast;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.countDistinct;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.sum;

import dev.trueup.jdbc.ColumnInfo.Family;
import dev.trueup.jdbc.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.impl.SQLDataType;

/** How one database says what an audit asks. Stateless. */
abstract class Words {
  static Words of(Dialect dialect) {
    return switch (dialect.jooq()) {
      case POSTGRES -> new PostgreSqlWords();
      case MARIADB, MYSQL -> new MariaDbWords();
      case SQLITE -> new SqliteWords();
      default -> throw new IllegalArgumentException(dialect.product());
    };
  }

  /** Makes a connection able to understand these words. */
  void prepare(Connection connection) throws SQLException {}

  Field<String> text(Field<?> field) {
    return cast(field, SQLDataType.VARCHAR);
  }

  /** A stored counter as text, exactly. */
  Field<String> storedText(Field<?> stored) {
    return text(stored);
  }

  /** The total of a group of rows, exact; NULL where every amount is NULL. */
  final Field<?> total(Source source) {
    if (source.distinct() != null) {
      return countDistinct(source.distinct());
    }
    return source.amount() == null ? count() : exactSum(source.amount(), source.amountFamily());
  }

  Field<?> exactSum(Field<Object> amount, Family family) {
    return sum(
        family == Family.FLOAT ? cast(amount, exactNumber()) : amount.coerce(SQLDataType.NUMERIC));
  }

  /** The type by which inexact numbers are taken at the digits they show. */
  abstract org.jooq.DataType<BigDecimal> exactNumber();

  /** A digest of a group's ids that does not depend on their order. */
  abstract Field<?> digest(Field<Object> id);

  /** False only where stored number and total are certainly equal. */
  Condition mayDiffer(Field<Object> stored, Target target, Source source, Field<Object> total) {
    if (target.family() == Family.TEXT) {
      return org.jooq.impl.DSL.trueCondition();
    }
    Field<?> number = target.family() == Family.FLOAT ? cast(stored, exactNumber()) : stored;
    return stored
        .isNull()
        .or(number.coerce(Object.class).ne(coalesce(total, inline(0).coerce(Object.class))));
  }

  /** An order of keys that is the same in every database: that of their UTF-8 bytes. */
  abstract Field<?> byteOrder(Field<?> key);

  /**
   * Rows and counters side by side, one row a subject.
   *
   * @param rows of {@link SideBySide#targetRows}
   * @param groups of {@link SideBySide#sourceGroups}
   */
  abstract Select<?> join(
      SideBySide shape, Select<?> rows, Select<?> groups, boolean onlyDiffering);
}
