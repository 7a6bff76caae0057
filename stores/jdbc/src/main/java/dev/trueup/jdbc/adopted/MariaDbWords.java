package dev.trueup.jdbc.adopted;

import static org.jooq.impl.DSL.cast;
import static org.jooq.impl.DSL.field;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jooq.DataType;
import org.jooq.Field;
import org.jooq.Select;
import org.jooq.impl.SQLDataType;

/**
 * MariaDB and MySQL, which have no FULL JOIN: counters and groups of rows are put one below the
 * other and grouped by key.
 */
final class MariaDbWords extends Words {
  /** The innodb_lock_wait_timeout that a server has unless it is told otherwise is 50 s. */
  @Override
  void limitWaits(Connection connection) throws SQLException {
    execute(connection, "SET SESSION innodb_lock_wait_timeout = 1");
  }

  @Override
  void unlimitWaits(Connection connection) throws SQLException {
    execute(connection, "SET SESSION innodb_lock_wait_timeout = DEFAULT");
  }

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

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
