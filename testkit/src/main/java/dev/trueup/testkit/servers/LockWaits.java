package dev.trueup.testkit.servers;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells when sessions of a database wait for locks, for tests that force an order. */
public final class LockWaits {
  private static final int LOOKS_MAX = 1_000;
  private static final int MILLIS_BETWEEN = 10;

  private LockWaits() {}

  /**
   * Returns once so many sessions wait. SQLite lets nobody else begin, so there it returns at once.
   *
   * @throws AssertionError if they do not in about ten seconds
   */
  public static void await(TestDatabase server, int sessions) {
    String question =
        switch (server.kind()) {
          case POSTGRESQL ->
              "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                  + " AND wait_event_type = 'Lock'";
          case MARIADB ->
              // Lock waits are shown to the privileged only; a statement that takes long, to all.
              "SELECT count(*) FROM information_schema.processlist WHERE db = database()"
                  + " AND command = 'Query' AND id <> connection_id() AND time_ms > 50";
          case SQLITE -> "SELECT " + sessions;
        };
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      for (int look = 0; look < LOOKS_MAX; look++) {
        try (ResultSet rows = statement.executeQuery(question)) {
          if (rows.next() && rows.getLong(1) >= sessions) {
            return;
          }
        }
        if (new CountDownLatch(1).await(MILLIS_BETWEEN, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException("Could not look for waiting sessions", e);
    }
    throw new AssertionError(sessions + " sessions were to wait for locks, and did not.");
  }
}
