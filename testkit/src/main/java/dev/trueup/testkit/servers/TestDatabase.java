package dev.trueup.testkit.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * One database, for one test class.
 *
 * @param url a JDBC URL without credentials
 * @param username empty where the database has no users (SQLite)
 * @param password empty where there is none
 * @param drop removes the database; called by {@link #close()}
 */
public record TestDatabase(
    DatabaseKind kind, String url, String username, String password, Runnable drop)
    implements AutoCloseable {

  /** Opens a connection of its own; the caller closes it. */
  public Connection connect() throws SQLException {
    return username.isEmpty()
        ? DriverManager.getConnection(url)
        : DriverManager.getConnection(url, username, password);
  }

  /** Runs statements one by one, each committed by itself. */
  public void execute(String... statements) {
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("Could not prepare " + url + ": " + e.getMessage(), e);
    }
  }

  /**
   * The same database for a user who may read every table that exists now and write none. On SQLite
   * it is a read-only connection. Closing the returned value does nothing; close this one.
   */
  public TestDatabase readOnly() {
    return ReadOnlyUsers.of(this);
  }

  /** Removes the database. Connections that are still open to it are cut. */
  @Override
  public void close() {
    drop.run();
  }

  @Override
  public String toString() {
    return kind + " " + url;
  }
}
