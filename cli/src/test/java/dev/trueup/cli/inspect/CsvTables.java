package dev.trueup.cli.inspect;

import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Loads folders of CSV files into a database, a table each; its first column is the key. */
public final class CsvTables {
  private CsvTables() {}

  /** The folder of real data; the calling test is skipped, visibly, where there is none. */
  public static Path folder(String name) {
    String root = System.getenv().getOrDefault("TRUEUP_DATA", "../../shared/data");
    Path folder = Path.of(root, name);
    Assumptions.assumeTrue(
        Files.isDirectory(folder), () -> "skipped: there is no data at " + folder);
    return folder;
  }

  /**
   * @param emptyIsDefault whether an empty cell is zero or false, as in fixtures; otherwise NULL
   */
  public static void load(TestDatabase database, Path folder, boolean emptyIsDefault)
      throws IOException, SQLException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      for (Path file : files) {
        loadTable(database.kind(), connection, file, emptyIsDefault);
      }
      connection.commit();
    }
  }

  private static void loadTable(
      DatabaseKind kind, Connection connection, Path file, boolean emptyIsDefault)
      throws IOException, SQLException {
    List<String> lines = Files.readAllLines(file);
    String[] names = lines.get(0).split(",", -1);
    List<String[]> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      rows.add(line.split(",", -1));
    }
    String quote = kind == DatabaseKind.MARIADB ? "`" : "\"";
    String table = file.getFileName().toString().replace(".csv", "");
    List<String> types = new ArrayList<>();
    List<String> definitions = new ArrayList<>();
    boolean keyed = rows.stream().map(row -> row[0]).distinct().count() == rows.size();
    for (int i = 0; i < names.length; i++) {
      int place = i;
      String type = type(rows.stream().map(row -> row[place]).toList());
      types.add(type);
      definitions.add(
          quote + names[i] + quote + " " + type + (i == 0 && keyed ? " PRIMARY KEY" : ""));
    }
    try (var statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE " + quote + table + quote + " (" + String.join(", ", definitions) + ")");
    }
    String places = String.join(",", java.util.Collections.nCopies(names.length, "?"));
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO " + quote + table + quote + " VALUES (" + places + ")")) {
      for (String[] row : rows) {
        for (int i = 0; i < names.length; i++) {
          insert.setObject(i + 1, value(row[i], types.get(i), emptyIsDefault));
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  private static String type(List<String> cells) {
    List<String> given = cells.stream().filter(cell -> !cell.isEmpty()).toList();
    if (given.isEmpty() || given.stream().allMatch(cell -> cell.matches("-?[0-9]{1,9}"))) {
      return "INTEGER";
    }
    if (given.stream().allMatch(cell -> cell.matches("-?[0-9]{1,12}(\\.[0-9]{1,8})?"))) {
      return "DECIMAL(20,8)";
    }
    if (given.stream().allMatch(cell -> cell.equals("True") || cell.equals("False"))) {
      return "BOOLEAN";
    }
    return given.stream().allMatch(cell -> cell.matches("\\d{4}-\\d\\d-\\d\\d[T ][\\d:.]+"))
        ? "TIMESTAMP NULL"
        : "VARCHAR(500)";
  }

  private static @Nullable Object value(String cell, String type, boolean emptyIsDefault) {
    if (cell.isEmpty() && !(emptyIsDefault && (type.equals("INTEGER") || type.equals("BOOLEAN")))) {
      return null;
    }
    return switch (type) {
      case "INTEGER" -> cell.isEmpty() ? 0 : Integer.valueOf(cell);
      case "BOOLEAN" -> cell.equals("True");
      case "DECIMAL(20,8)" -> new java.math.BigDecimal(cell);
      case "TIMESTAMP NULL" -> java.sql.Timestamp.valueOf(cell.replace('T', ' '));
      default -> cell;
    };
  }
}
