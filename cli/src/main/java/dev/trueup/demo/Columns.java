package dev.trueup.demo;

import dev.trueup.jdbc.Database;
import org.jooq.Field;
import org.jooq.Record2;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Reads a number per post. */
final class Columns {
  static final Field<Integer> POST = DSL.field("post", SQLDataType.INTEGER);
  static final Field<Long> NUMBER = DSL.field("number", SQLDataType.BIGINT);

  private Columns() {}

  /** Runs a statement that gives post and number; place 0 is not used. */
  static long[] perPost(Database database, int posts, String statement) {
    return database.read(
        "read counters",
        transaction -> {
          long[] numbers = new long[posts + 1];
          for (Record2<Integer, Long> row :
              transaction.sql().resultQuery(statement).coerce(POST, NUMBER).fetch()) {
            numbers[row.value1()] = row.value2();
          }
          return numbers;
        });
  }
}
