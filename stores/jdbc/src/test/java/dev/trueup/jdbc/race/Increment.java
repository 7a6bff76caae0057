package dev.trueup.jdbc.race;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The application's own way of keeping its column. */
final class Increment implements AutoCloseable {
  private final PreparedStatement update;
  private final LongestWait longestWait;

  Increment(Connection connection, LongestWait longestWait) throws SQLException {
    this.update =
        connection.prepareStatement(
            "UPDATE posts SET comment_count = comment_count + ? WHERE id = ?");
    this.longestWait = longestWait;
  }

  void add(int subject, int amount) throws SQLException {
    update.setInt(1, amount);
    update.setInt(2, subject);
    long started = System.nanoTime();
    update.executeUpdate();
    longestWait.took(System.nanoTime() - started);
  }

  @Override
  public void close() throws SQLException {
    update.close();
  }
}
