package dev.trueup.testkit.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates and drops databases on a server. */
final class NewDatabases {
  private static final AtomicInteger NEXT = new AtomicInteger(1);

  private final String administrationUrl;
  private final String username;
  private final String password;

  NewDatabases(String administrationUrl, String username, String password) {
    this.administrationUrl = administrationUrl;
    this.username = username;
    this.password = password;
  }

  static String nextName() {
    return "trueup_" + NEXT.getAndIncrement();
  }

  void execute(String sql) {
    try (Connection connection =
            DriverManager.getConnection(administrationUrl, username, password);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "The test server at " + administrationUrl + " refused: " + sql, e);
    }
  }
}
