package dev.trueup.jdbc.race;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/** Reads the column again and again, as the application's users do: never NULL, never zero. */
final class ColumnWatcher implements AutoCloseable {
  private static final long PAUSE_MILLIS = 10;

  private final Ledger ledger;
  private final Connection connection;
  private final PreparedStatement query;
  private final AtomicLong looks = new AtomicLong();
  private final Regularly regularly;

  ColumnWatcher(Forum forum, Ledger ledger) throws SQLException {
    this.ledger = ledger;
    this.connection = forum.connect();
    this.query =
        connection.prepareStatement(
            "SELECT id, comment_count FROM posts WHERE comment_count IS NULL OR comment_count < 1");
    this.regularly = new Regularly(PAUSE_MILLIS, this::look, ledger);
  }

  long looks() {
    return looks.get();
  }

  private void look() {
    try (ResultSet row = query.executeQuery()) {
      while (row.next()) {
        ledger.fault("Subject " + row.getInt(1) + " was read as " + row.getObject(2));
      }
      looks.incrementAndGet();
    } catch (SQLException e) {
      ledger.fault("The column could not be read: " + e);
    }
  }

  @Override
  public void close() throws SQLException {
    regularly.close();
    connection.close();
  }
}
