package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.cast;
import static org.jooq.impl.DSL.field;

import java.math.BigDecimal;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.impl.SQLDataType;

/** PostgreSQL: one FULL JOIN of the counters with the groups of rows. */
final class PostgreSqlWords extends Words {
  @Override
  DataType<BigDecimal> exactNumber() {
    return SQLDataType.NUMERIC;
  }

  @Override
  Field<?> digest(Field<Object> id) {
    return field("sum(hashtextextended({0}, 0))", SQLDataType.NUMERIC, text(id));
  }

  @Override
  Field<?> byteOrder(Field<?> key) {
    return cast(key, SQLDataType.VARCHAR).collate("C");
  }

  @Override
  Select<?> join(SideBySide shape, Select<?> rows, Select<?> groups, boolean onlyDiffering) {
    return shape.fullJoin(rows, groups, onlyDiffering);
  }
}
