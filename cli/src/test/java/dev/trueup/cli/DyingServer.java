package dev.trueup.cli;

import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/** Cuts the connections of a command in the middle of its work. */
final class DyingServer {
  private static final Duration WAIT_MAX = Duration.ofSeconds(30);

  private DyingServer() {}

  /** Ends every session of a PostgreSQL database that is asleep in a query. */
  static void cutWhenAsleep(TestDatabase database) {
    Instant end = Instant.now().plus(WAIT_MAX);
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      while (Instant.now().isBefore(end)) {
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE"
                    + " datname = current_database() AND pid <> pg_backend_pid()"
                    + " AND wait_event = 'PgSleep'")) {
          rows.next();
          if (rows.getInt(1) > 0) {
            return;
          }
        }
        // The server waits, so that this thread does not spin.
        statement.execute("SELECT pg_sleep(0.05)");
      }
    } catch (SQLException e) {
      throw new IllegalStateException("The sessions could not be ended", e);
    }
    throw new IllegalStateException("No session was asleep within " + WAIT_MAX);
  }
}
