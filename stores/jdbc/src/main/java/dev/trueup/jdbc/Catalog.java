package dev.trueup.jdbc;

import dev.trueup.error.SourceRefusedException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jooq.Name;
import org.jooq.Select;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Looks up tables and columns by the names that the user wrote. */
public final class Catalog {
  private static final int NAMES_SHOWN_MAX = 20;
  private static final String[] KINDS = {
    "TABLE", "VIEW", "MATERIALIZED VIEW", "PARTITIONED TABLE", "FOREIGN TABLE", "BASE TABLE"
  };

  private Catalog() {}

  /** A name as found: the schema is null where the database has none. */
  private record Found(@Nullable String catalog, @Nullable String schema, String table) {}

  /**
   * A table by its name, with its schema ({@code public.comments}) or without. One that differs in
   * upper and lower case alone is taken if it is the only one.
   *
   * @throws SourceRefusedException if it is not there
   */
  public static TableInfo table(Database database, String wanted) {
    return database.read(
        "look for the table " + wanted,
        transaction -> table(database, transaction.connection(), wanted));
  }

  /** Every table and view that this user sees without naming a schema. */
  public static List<TableInfo> tables(Database database) {
    return database.read(
        "list its tables",
        transaction -> {
          List<TableInfo> tables = new ArrayList<>();
          for (Found found : list(transaction.connection(), null)) {
            tables.add(describe(transaction.connection(), found));
          }
          return tables;
        });
  }

  /** The columns of a SELECT's answer. Its text is taken as it is, question marks and all. */
  public static List<ColumnInfo> columnsOf(Transaction transaction, Select<?> select)
      throws SQLException {
    try (Statement statement = transaction.connection().createStatement();
        ResultSet rows = statement.executeQuery(transaction.sql().renderInlined(select))) {
      return columns(rows.getMetaData());
    }
  }

  private static List<ColumnInfo> columns(ResultSetMetaData meta) throws SQLException {
    List<ColumnInfo> columns = new ArrayList<>();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.add(
          new ColumnInfo(
              meta.getColumnLabel(i),
              meta.getColumnType(i),
              String.valueOf(meta.getColumnTypeName(i)),
              meta.getPrecision(i),
              meta.getScale(i)));
    }
    return columns;
  }

  private static TableInfo table(Database database, Connection connection, String wanted)
      throws SQLException {
    int dot = wanted.lastIndexOf('.');
    List<Found> whole = list(connection, null);
    @Nullable Found found = pick(whole, wanted);
    if (found == null && dot > 0) {
      found = pick(list(connection, wanted.substring(0, dot)), wanted.substring(dot + 1));
    }
    if (found == null) {
      throw new SourceRefusedException(
          "There is no table "
              + wanted
              + " in database "
              + database.place()
              + ". It has: "
              + whole.stream()
                  .map(Found::table)
                  .filter(name -> !name.startsWith("trueup_"))
                  .limit(NAMES_SHOWN_MAX)
                  .collect(Collectors.joining(", "))
              + (whole.size() > NAMES_SHOWN_MAX ? ", …" : "")
              + ". Nothing was changed.");
    }
    return describe(connection, found);
  }

  private static @Nullable Found pick(List<Found> tables, String wanted) {
    for (Found found : tables) {
      if (found.table().equals(wanted)) {
        return found;
      }
    }
    List<Found> alike =
        tables.stream().filter(found -> found.table().equalsIgnoreCase(wanted)).toList();
    return alike.size() == 1 ? alike.get(0) : null;
  }

  private static List<Found> list(Connection connection, @Nullable String schema)
      throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    boolean schemaIsCatalog = !meta.supportsSchemasInTableDefinitions();
    String catalog = schema != null && schemaIsCatalog ? schema : connection.getCatalog();
    String inSchema = schemaIsCatalog ? null : schema != null ? schema : connection.getSchema();
    List<Found> tables = new ArrayList<>();
    try (ResultSet rows = meta.getTables(catalog, escape(meta, inSchema), "%", KINDS)) {
      while (rows.next()) {
        String name = rows.getString("TABLE_NAME");
        if (!name.toLowerCase(Locale.ROOT).startsWith("sqlite_")) {
          tables.add(new Found(rows.getString("TABLE_CAT"), rows.getString("TABLE_SCHEM"), name));
        }
      }
    }
    return tables;
  }

  private static TableInfo describe(Connection connection, Found found) throws SQLException {
    DatabaseMetaData meta = connection.getMetaData();
    List<ColumnInfo> columns = new ArrayList<>();
    try (ResultSet rows =
        meta.getColumns(
            found.catalog(), escape(meta, found.schema()), escape(meta, found.table()), "%")) {
      while (rows.next()) {
        if (found.table().equals(rows.getString("TABLE_NAME"))) {
          columns.add(
              new ColumnInfo(
                  rows.getString("COLUMN_NAME"),
                  rows.getInt("DATA_TYPE"),
                  String.valueOf(rows.getString("TYPE_NAME")),
                  rows.getInt("COLUMN_SIZE"),
                  rows.getInt("DECIMAL_DIGITS")));
        }
      }
    }
    return new TableInfo(name(meta, found), columns);
  }

  private static Name name(DatabaseMetaData meta, Found found) throws SQLException {
    String schema = meta.supportsSchemasInTableDefinitions() ? found.schema() : found.catalog();
    return schema == null || schema.isEmpty()
        ? DSL.name(found.table())
        : DSL.name(schema, found.table());
  }

  /** In a pattern an underscore stands for any letter. */
  private static @Nullable String escape(DatabaseMetaData meta, @Nullable String text)
      throws SQLException {
    String escape = meta.getSearchStringEscape();
    return text == null || escape == null || escape.isEmpty()
        ? text
        : text.replace("_", escape + "_").replace("%", escape + "%");
  }
}
