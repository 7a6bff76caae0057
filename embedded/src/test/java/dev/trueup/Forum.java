package dev.trueup;

import dev.trueup.config.TrueupConfig;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A table of comments, and a managed counter over it with short windows. */
final class Forum implements AutoCloseable {
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final TestDatabase database;
  private final Path folder;

  Forum(DatabaseKind kind, Path folder) {
    this.database = Servers.of(kind).newDatabase();
    this.folder = folder;
    String stamp =
        switch (kind) {
          case POSTGRESQL -> "TIMESTAMP(3) WITH TIME ZONE";
          case MARIADB -> "DATETIME(3)";
          case SQLITE -> "TIMESTAMP";
        };
    database.execute(
        "CREATE TABLE comments (id VARCHAR(40) PRIMARY KEY, post_id INTEGER, created_at "
            + stamp
            + ")");
  }

  Path file() {
    return folder.resolve("trueup.yaml");
  }

  String yaml() {
    String login =
        database.username().isEmpty()
            ? ""
            : ", username: " + database.username() + ", password: \"${PASSWORD}\"";
    return "datasources:\n  app: { url: \""
        + database.url()
        + "\""
        + login
        + " }\n"
        + """
          store: { datasource: app }
          counters:
            post.comments:
              kind: rows
              layout: managed
              window: 100ms
              settle: 300ms
              reconcile: { every: 200ms, sweep: 1s, duty: 1, rows-per-second: 1000000 }
              source:
                datasource: app
                table: comments
                subject: post_id
                id: id
                created: created_at
                zone: UTC
          """;
  }

  TrueupConfig config() {
    return TrueupConfig.parse(yaml(), file(), this::variable);
  }

  /** The environment that the configuration is read in. */
  @Nullable String variable(String name) {
    return name.equals("PASSWORD") ? database.password() : null;
  }

  /** Runs a statement behind Trueup's back. */
  void execute(String sql) {
    database.execute(sql);
  }

  /** Adds a comment, as the application does; nothing is sent to Trueup. */
  Instant comment(String id, int post) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO comments VALUES (?, ?, ?)")) {
      insert.setString(1, id);
      insert.setInt(2, post);
      switch (database.kind()) {
        case POSTGRESQL -> insert.setTimestamp(3, Timestamp.from(at));
        case MARIADB, SQLITE -> insert.setString(3, TEXT.format(at));
      }
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return at;
  }

  String password() {
    return database.password();
  }

  /** Does what nobody should do. */
  void execute(String... statements) {
    database.execute(statements);
  }

  void delete(String id) {
    database.execute("DELETE FROM comments WHERE id = '" + id + "'");
  }

  @Override
  public void close() {
    database.close();
  }
}
