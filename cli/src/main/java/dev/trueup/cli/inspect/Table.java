package dev.trueup.cli.inspect;

import java.util.List;
import java.util.Optional;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.impl.DSL;

/**
 * A table of the database.
 *
 * @param key the columns of its primary key, in order
 * @param foreignKeys those of one column
 */
record Table(String name, List<Column> columns, List<String> key, List<ForeignKey> foreignKeys) {
  /** A declared reference of one column. */
  record ForeignKey(String column, String table, String referenced) {}

  /** The key, where it is one column. */
  Optional<Column> singleKey() {
    return key.size() == 1 ? column(key.get(0)) : Optional.empty();
  }

  Optional<Column> column(String wanted) {
    return columns.stream().filter(column -> column.name().equals(wanted)).findFirst();
  }

  boolean isKey(Column column) {
    return key.contains(column.name());
  }

  boolean isForeignKey(Column column) {
    return foreignKeys.stream().anyMatch(foreign -> foreign.column().equals(column.name()));
  }

  Name quoted() {
    return DSL.name(name);
  }

  Field<Object> field(String column) {
    return DSL.field(DSL.name(name, column));
  }
}
