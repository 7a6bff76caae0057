package dev.trueup.jdbc;

import dev.trueup.error.SourceRefusedException;
import java.util.List;
import java.util.stream.Collectors;
import org.jooq.Name;

/**
 * A table or view as its database describes it.
 *
 * @param name quoted right wherever jOOQ renders it
 * @param columns in the order of the table
 */
public record TableInfo(Name name, List<ColumnInfo> columns) {
  public TableInfo {
    columns = List.copyOf(columns);
  }

  /** The table's name without its schema. */
  public String label() {
    return name.last();
  }

  /**
   * A column by its name; one that differs in upper and lower case alone is taken if it is the only
   * one.
   *
   * @param role what the configuration wants it for, as in {@code target.column}
   * @throws SourceRefusedException if it is not there
   */
  public ColumnInfo column(String wanted, String role) {
    for (ColumnInfo column : columns) {
      if (column.name().equals(wanted)) {
        return column;
      }
    }
    List<ColumnInfo> alike =
        columns.stream().filter(column -> column.name().equalsIgnoreCase(wanted)).toList();
    if (alike.size() == 1) {
      return alike.get(0);
    }
    throw new SourceRefusedException(
        "There is no column "
            + wanted
            + " in "
            + label()
            + " ("
            + role
            + "). It has: "
            + columns.stream().map(ColumnInfo::name).collect(Collectors.joining(", "))
            + ". Nothing was changed.");
  }
}
