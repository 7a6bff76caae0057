package dev.trueup.cli.inspect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The tables of the schema that a connection is in, or the collections of a database.
 *
 * @param tables in order of their names
 * @param documents whether nothing about references is declared, and a field may be named after
 *     what it refers to
 * @param leftOut how many tables there are beyond the limit
 */
record Catalog(List<Table> tables, boolean documents, int leftOut) {
  /** More tables are not looked at. */
  static final int TABLES_MAX = 500;

  static Catalog read(Connection connection) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    String catalog = connection.getCatalog();
    String schema = connection.getSchema();
    List<String> names = new ArrayList<>();
    try (ResultSet rows = data.getTables(catalog, schema, "%", null)) {
      while (rows.next()) {
        String name = rows.getString("TABLE_NAME");
        String type = rows.getString("TABLE_TYPE").toUpperCase(Locale.ROOT);
        if (type.endsWith("TABLE") && !type.startsWith("SYSTEM") && !isOwn(name)) {
          names.add(name);
        }
      }
    }
    names.sort(null);
    List<Table> tables = new ArrayList<>();
    for (String name : names.subList(0, Math.min(TABLES_MAX, names.size()))) {
      tables.add(table(data, catalog, schema, name));
    }
    return new Catalog(List.copyOf(tables), false, names.size() - tables.size());
  }

  static boolean isOwn(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.startsWith("trueup_") || lower.startsWith("sqlite_");
  }

  private static Table table(DatabaseMetaData data, String catalog, String schema, String name)
      throws SQLException {
    List<Column> columns = new ArrayList<>();
    try (ResultSet rows = data.getColumns(catalog, schema, escaped(data, name), "%")) {
      while (rows.next()) {
        if (rows.getString("TABLE_NAME").equals(name)) {
          columns.add(column(rows));
        }
      }
    }
    Map<Integer, String> key = new TreeMap<>();
    try (ResultSet rows = data.getPrimaryKeys(catalog, schema, name)) {
      while (rows.next()) {
        key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    return new Table(
        name, columns, List.copyOf(key.values()), foreignKeys(data, catalog, schema, name));
  }

  private static Column column(ResultSet row) throws SQLException {
    int size = row.getInt("COLUMN_SIZE");
    int scale = row.getInt("DECIMAL_DIGITS");
    Column.Type type = Column.typeOf(row.getString("TYPE_NAME"), size, scale);
    return new Column(
        row.getString("COLUMN_NAME"),
        type,
        type == Column.Type.DECIMAL ? Math.max(0, scale) : 0,
        row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls);
  }

  private static List<Table.ForeignKey> foreignKeys(
      DatabaseMetaData data, String catalog, String schema, String name) throws SQLException {
    List<Table.ForeignKey> single = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    try (ResultSet rows = data.getImportedKeys(catalog, schema, name)) {
      while (rows.next()) {
        positions.add(rows.getInt("KEY_SEQ"));
        single.add(
            new Table.ForeignKey(
                rows.getString("FKCOLUMN_NAME"),
                rows.getString("PKTABLE_NAME"),
                rows.getString("PKCOLUMN_NAME")));
      }
    }
    List<Table.ForeignKey> kept = new ArrayList<>();
    for (int i = 0; i < single.size(); i++) {
      boolean composite =
          positions.get(i) > 1 || (i + 1 < positions.size() && positions.get(i + 1) > 1);
      if (!composite && single.get(i).referenced() != null) {
        kept.add(single.get(i));
      }
    }
    return List.copyOf(kept);
  }

  private static String escaped(DatabaseMetaData data, String name) throws SQLException {
    String escape = data.getSearchStringEscape();
    return escape == null || escape.isEmpty()
        ? name
        : name.replace(escape, escape + escape)
            .replace("_", escape + "_")
            .replace("%", escape + "%");
  }
}
