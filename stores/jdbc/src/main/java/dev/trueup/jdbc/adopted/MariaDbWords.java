package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.cast;
import static org.jooq.impl.DSL.field;

import java.math.BigDecimal;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.impl.SQLDataType;

/**
 * MariaDB and MySQL, which have no FULL JOIN: counters and groups of rows are put one below the
 * other and grouped by key.
 */
final class MariaDbWords extends Words {
  @Override
  DataType<BigDecimal> exactNumber() {
    return SQLDataType.DECIMAL(65, 15);
  }

  @Override
  Field<?> digest(Field<Object> id) {
    return field(
        "sum(cast(conv(left(md5({0}), 15), 16, 10) as unsigned))", SQLDataType.NUMERIC, text(id));
  }

  @Override
  Field<?> byteOrder(Field<?> key) {
    return cast(text(key), SQLDataType.VARBINARY);
  }

  @Override
  Select<?> join(SideBySide shape, Select<?> rows, Select<?> groups, boolean onlyDiffering) {
    return shape.union(rows, groups, onlyDiffering);
  }
}
