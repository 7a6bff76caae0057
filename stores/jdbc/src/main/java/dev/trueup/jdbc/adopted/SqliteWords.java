package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.cast;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;

import dev.trueup.jdbc.ColumnInfo.Family;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.Condition;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.impl.SQLDataType;

/**
 * SQLite keeps any value in any column and decimals as inexact numbers; functions of our own take
 * each at the digits it shows and add them exactly.
 */
final class SqliteWords extends Words {
  @Override
  void prepare(Connection connection) throws SQLException {
    SqliteFunctions.register(connection);
  }

  @Override
  Field<String> storedText(Field<?> stored) {
    return function("trueup_text", SQLDataType.VARCHAR, stored);
  }

  @Override
  Field<?> exactSum(Field<Object> amount, Family family) {
    return function("trueup_sum", SQLDataType.VARCHAR, amount);
  }

  @Override
  DataType<BigDecimal> exactNumber() {
    return SQLDataType.NUMERIC;
  }

  @Override
  Field<?> digest(Field<Object> id) {
    return field("sum(trueup_hash({0}))", SQLDataType.BIGINT, text(id));
  }

  @Override
  Condition mayDiffer(Field<Object> stored, Target target, Source source, Field<Object> total) {
    if (source.amount() != null && source.distinct() == null) {
      Field<Integer> same =
          function(
              "trueup_same",
              SQLDataType.INTEGER,
              stored,
              coalesce(total, inline("0").coerce(Object.class)));
      return stored.isNull().or(same.eq(inline(0)));
    }
    Field<String> kind = function("typeof", SQLDataType.VARCHAR, stored);
    return stored
        .isNull()
        .or(kind.ne(inline("integer")))
        .or(stored.ne(coalesce(total, inline(0).coerce(Object.class))));
  }

  @Override
  Field<?> byteOrder(Field<?> key) {
    return cast(key, SQLDataType.VARCHAR).collate("BINARY");
  }

  @Override
  Select<?> join(SideBySide shape, Select<?> rows, Select<?> groups, boolean onlyDiffering) {
    return shape.fullJoin(rows, groups, onlyDiffering);
  }
}
