package dev.trueup.jdbc.adopted;

import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * The user's own predicates, expressions and queries: the only SQL that is taken as it is written.
 * It stands in parentheses, and its end on a line of its own, so that a comment in it ends there.
 */
final class RawSql {
  private RawSql() {}

  static Condition condition(String predicate) {
    return DSL.condition(DSL.raw(enclosed(predicate)));
  }

  static Field<Object> expression(String expression) {
    return DSL.field(DSL.raw(enclosed(expression)), SQLDataType.OTHER);
  }

  static Table<?> query(String query, String alias) {
    String text = query.strip();
    while (text.endsWith(";")) {
      text = text.substring(0, text.length() - 1).strip();
    }
    return DSL.table(DSL.raw(enclosed(text))).as(DSL.name(alias));
  }

  private static String enclosed(String sql) {
    return "(" + sql + "\n)";
  }
}
