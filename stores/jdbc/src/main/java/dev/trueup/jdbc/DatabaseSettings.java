package dev.trueup.jdbc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a database.
 *
 * @param name what the configuration calls it; used in messages
 * @param url a JDBC URL of PostgreSQL, MariaDB, MySQL or SQLite
 * @param username left out where the URL or the server's own rules say who logs in
 * @param password never printed
 * @param connectionsMax the most connections held at once, at least 2: a repair holds one for its
 *     lock
 * @param connectTimeout how long to wait for a server, or for a free connection of the pool
 * @param create SQLite only: whether a file that does not exist is made; only Trueup's own store
 *     does that
 */
public record DatabaseSettings(
    String name,
    String url,
    @Nullable String username,
    @Nullable String password,
    int connectionsMax,
    Duration connectTimeout,
    boolean create) {
  /** Ten connections, five seconds, no file is made. */
  public static DatabaseSettings of(
      String name, String url, @Nullable String username, @Nullable String password) {
    return new DatabaseSettings(name, url, username, password, 10, Duration.ofSeconds(5), false);
  }

  /** The same, for Trueup's own store. */
  public DatabaseSettings creating() {
    return new DatabaseSettings(
        name, url, username, password, connectionsMax, connectTimeout, true);
  }

  /** The same with another limit of connections. */
  public DatabaseSettings withConnectionsMax(int connections) {
    return new DatabaseSettings(name, url, username, password, connections, connectTimeout, create);
  }

  /** The same with another limit of the wait for a server. */
  public DatabaseSettings withConnectTimeout(Duration limit) {
    return new DatabaseSettings(name, url, username, password, connectionsMax, limit, create);
  }

  /** Without the password. */
  @Override
  public String toString() {
    return name + " (" + Secrets.safeUrl(url) + ")";
  }
}
