package dev.trueup.cli;

import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.function.Consumer;

/** A database of posts and comments with a counter that is wrong in known places. */
final class Blog implements AutoCloseable {
  /** Posts 1 and 2 are right, 3 counted two too many, 4 one too few, 5 is NULL beside a row. */
  static final int DRIFTED = 3;

  static final String PASSWORD_VARIABLE = "BLOG_PASSWORD";

  private final TestDatabase database;
  private final Path folder;

  Blog(DatabaseKind kind, Path folder) {
    this.database = Servers.of(kind).newDatabase();
    this.folder = folder;
    // MariaDB's TIMESTAMP knows its zone; its DATETIME is the one without.
    String zoneless = kind == DatabaseKind.MARIADB ? "DATETIME" : "TIMESTAMP";
    database.execute(
        "CREATE TABLE posts (id INTEGER PRIMARY KEY, comment_count INTEGER, title VARCHAR(20),"
            + " price_total DECIMAL(12,2))",
        "CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER, status VARCHAR(10),"
            + " price DECIMAL(12,2), written "
            + zoneless
            + " NULL)",
        "INSERT INTO posts VALUES (1, 2, 'a', 3.50), (2, 0, 'b', 0), (3, 3, 'c', 1.25),"
            + " (4, 0, 'd', 1.00), (5, NULL, 'e', 1.00), (6, NULL, 'f', 0)",
        "INSERT INTO comments VALUES (1, 1, 'ok', 1.25, '2026-01-01 00:00:00'),"
            + " (2, 1, 'ok', 2.25, '2026-01-01 00:00:00'),"
            + " (3, 3, 'ok', 1.25, '2026-01-01 00:00:00'),"
            + " (4, 4, 'ok', 1.00, '2026-01-01 00:00:00'),"
            + " (5, 5, 'ok', 1.00, '2026-01-01 00:00:00')");
  }

  TestDatabase database() {
    return database;
  }

  /** Writes a configuration with one counter; each edit is a text and what stands there instead. */
  Path config(TestDatabase user, String... edits) {
    String text = textOf(user);
    for (int i = 0; i < edits.length; i += 2) {
      if (!text.contains(edits[i])) {
        throw new AssertionError("there is no " + edits[i] + " in\n" + text);
      }
      text = text.replace(edits[i], edits[i + 1]);
    }
    return write(text);
  }

  static String textOf(TestDatabase user) {
    String login =
        user.username().isEmpty()
            ? ""
            : ", username: " + user.username() + ", password: \"${" + PASSWORD_VARIABLE + "}\"";
    return "datasources:\n  app: { url: \""
        + user.url()
        + "\""
        + login
        + " }\n"
        + """
          counters:
            post.comments:
              kind: rows
              layout: adopted
              settle: 100ms
              source:
                datasource: app
                table: comments
                subject: post_id
                where: "status = 'ok'"
              target: { datasource: app, table: posts, key: id, column: comment_count }
          """;
  }

  Path write(String text) {
    Path file = folder.resolve("trueup.yaml");
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  CommandRun run(TestDatabase user, String... arguments) {
    return CommandRun.with(Map.of(PASSWORD_VARIABLE, user.password()), withConfig(arguments));
  }

  CommandRun readAlong(Consumer<String> reading, String... arguments) {
    return CommandRun.readAlong(
        reading, Map.of(PASSWORD_VARIABLE, database.password()), withConfig(arguments));
  }

  private String[] withConfig(String... arguments) {
    String[] all = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "-c";
    all[arguments.length + 1] = folder.resolve("trueup.yaml").toString();
    return all;
  }

  CommandRun run(String... arguments) {
    return run(database, arguments);
  }

  /** Every counter, as text: what a command may not change. */
  String counters() {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT id, comment_count, price_total FROM posts ORDER BY id")) {
      StringBuilder text = new StringBuilder();
      while (rows.next()) {
        text.append(rows.getString(1))
            .append('=')
            .append(rows.getString(2))
            .append('/')
            .append(rows.getBigDecimal(3).stripTrailingZeros().toPlainString())
            .append(' ');
      }
      return text.toString().strip();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    database.close();
  }
}
