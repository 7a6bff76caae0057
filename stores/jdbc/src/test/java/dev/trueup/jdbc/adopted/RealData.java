package dev.trueup.jdbc.adopted;

import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/**
 * Loads sets of real data, which live outside the project, into a database. Names are in small
 * letters; a column is a bigint unless a type is given; true and false are 1 and 0.
 */
final class RealData {
  private static final int ROWS_PER_BATCH = 500;

  private RealData() {}

  /** The folder of a set; the test is skipped, visibly, where it is absent. */
  static Path folder(String set) {
    String configured = System.getenv("TRUEUP_DATA");
    Path folder =
        configured == null
            ? Path.of("").toAbsolutePath().resolve("../../../shared/data").normalize().resolve(set)
            : Path.of(configured, set);
    Assumptions.assumeTrue(
        Files.isDirectory(folder), "The data set " + set + " is not there; set TRUEUP_DATA.");
    return folder;
  }

  /**
   * Loads one file as a table of its own name.
   *
   * @param types by column; {@code zero} is a bigint whose empty cells are 0
   */
  static void load(TestDatabase database, Path folder, String file, Map<String, String> types) {
    try {
      List<String> lines =
          Files.readAllLines(folder.resolve(file + ".csv"), StandardCharsets.UTF_8);
      List<String> columns = List.of(lines.get(0).toLowerCase(Locale.ROOT).split(",", -1));
      String quote = database.kind() == DatabaseKind.MARIADB ? "`" : "\"";
      List<String> declared = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        String type = types.getOrDefault(columns.get(i), "bigint").replace("zero", "bigint");
        declared.add(
            quote
                + columns.get(i)
                + quote
                + " "
                + type
                + (i == 0 && isKey(columns) ? " PRIMARY KEY" : ""));
      }
      database.execute(
          "CREATE TABLE " + quote + file + quote + " (" + String.join(", ", declared) + ")");
      try (Connection connection = database.connect()) {
        connection.setAutoCommit(false);
        insert(connection, quote + file + quote, columns, types, lines.subList(1, lines.size()));
        connection.commit();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Could not read " + file, e);
    } catch (SQLException e) {
      throw new IllegalStateException("Could not load " + file, e);
    }
  }

  private static boolean isKey(List<String> columns) {
    return columns.get(0).equals("id") || columns.get(0).endsWith("lineid");
  }

  private static void insert(
      Connection connection,
      String table,
      List<String> columns,
      Map<String, String> types,
      List<String> lines)
      throws SQLException {
    String marks = "?, ".repeat(columns.size() - 1) + "?";
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
      int pending = 0;
      for (String line : lines) {
        String[] cells = line.split(",", -1);
        for (int i = 0; i < cells.length; i++) {
          insert.setObject(i + 1, value(cells[i], types.getOrDefault(columns.get(i), "bigint")));
        }
        insert.addBatch();
        if (++pending % ROWS_PER_BATCH == 0) {
          insert.executeBatch();
        }
      }
      insert.executeBatch();
    }
  }

  private static @org.jspecify.annotations.Nullable Object value(String cell, String type) {
    if (type.equals("zero") && cell.isEmpty()) {
      return 0L;
    }
    if (cell.isEmpty()) {
      return null;
    }
    return switch (type) {
      case "bigint", "zero" ->
          switch (cell) {
            case "True" -> 1L;
            case "False" -> 0L;
            default -> Long.valueOf(cell);
          };
      default -> type.startsWith("decimal") ? new java.math.BigDecimal(cell) : cell;
    };
  }
}
