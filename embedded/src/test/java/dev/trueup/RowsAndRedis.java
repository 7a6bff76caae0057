package dev.trueup;

import dev.trueup.config.TrueupConfig;
import dev.trueup.testkit.servers.EmbeddedRedis;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Comments in PostgreSQL, their counter in a Redis of its own. */
final class RowsAndRedis implements AutoCloseable {
  private final TestDatabase database = Servers.postgresql().newDatabase();
  private final EmbeddedRedis redis = EmbeddedRedis.single();
  private final Path folder;
  private final String settle;

  RowsAndRedis(Path folder, String settle) {
    this.folder = folder;
    this.settle = settle;
    database.execute(
        "CREATE TABLE comments (id VARCHAR(40) PRIMARY KEY, post_id INTEGER, created_at"
            + " TIMESTAMP(3) WITH TIME ZONE)");
  }

  EmbeddedRedis redis() {
    return redis;
  }

  TrueupConfig config() {
    return config(
        """
          post.comments:
            kind: rows
            layout: managed
            store: cache
            window: 100ms
            settle: %s
            reconcile: { every: 300ms, sweep: 1h, duty: 1, rows-per-second: 1000000 }
            alerts: { coverage: 1h }
            source:
              datasource: app
              table: comments
              subject: post_id
              id: id
              created: created_at
        """
            .formatted(settle));
  }

  /** The number is a string of the application's own. */
  TrueupConfig adopted() {
    return config(
        """
          post.comments:
            kind: rows
            layout: adopted
            settle: %s
            source: { datasource: app, table: comments, subject: post_id, id: id }
            target: { datasource: cache, redis-key: "post:<subject>:comments" }
        """
            .formatted(settle));
  }

  private TrueupConfig config(String counters) {
    String yaml =
        """
        datasources:
          app: { url: "%s", username: %s, password: "${PASSWORD}" }
          cache: { url: "%s" }
        store: { datasource: app }
        counters:
        """
            .formatted(database.url(), database.username(), redis.url());
    return TrueupConfig.parse(
        yaml + counters,
        folder.resolve("trueup.yaml"),
        name -> name.equals("PASSWORD") ? database.password() : null);
  }

  /** Adds a comment, as the application does; nothing is sent to Trueup. */
  Instant comment(String id, int post) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO comments VALUES (?, ?, ?)")) {
      insert.setString(1, id);
      insert.setInt(2, post);
      insert.setTimestamp(3, Timestamp.from(at));
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return at;
  }

  void execute(String sql) {
    database.execute(sql);
  }

  long ask(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    redis.close();
    database.close();
  }
}
