package dev.trueup.mongodb;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a MongoDB database.
 *
 * @param name what the configuration calls it; used in messages
 * @param url a connection string that names the database, {@code mongodb://host/forum}
 * @param username left out where the URL or the server's own rules say who logs in
 * @param password never printed
 * @param connectionsMax the most connections held at once
 * @param connectTimeout how long to wait for a server that can be written to
 * @param answerTimeout how long to wait for one answer
 * @param retries how often Trueup sends again
 */
public record MongoSettings(
    String name,
    String url,
    @Nullable String username,
    @Nullable String password,
    int connectionsMax,
    Duration connectTimeout,
    Duration answerTimeout,
    MongoRetries retries) {
  /** Ten connections, five seconds to connect, sixty for an answer. */
  public static MongoSettings of(
      String name, String url, @Nullable String username, @Nullable String password) {
    return new MongoSettings(
        name,
        url,
        username,
        password,
        10,
        Duration.ofSeconds(5),
        Duration.ofSeconds(60),
        MongoRetries.DEFAULT);
  }

  /** The same with other retries. */
  public MongoSettings withRetries(MongoRetries other) {
    return new MongoSettings(
        name, url, username, password, connectionsMax, connectTimeout, answerTimeout, other);
  }

  /** The same with other time limits. */
  public MongoSettings withTimeouts(Duration connect, Duration answer) {
    return new MongoSettings(
        name, url, username, password, connectionsMax, connect, answer, retries);
  }

  /** The same with another limit of connections. */
  public MongoSettings withConnectionsMax(int connections) {
    return new MongoSettings(
        name, url, username, password, connections, connectTimeout, answerTimeout, retries);
  }

  /** Without user and password. */
  @Override
  public String toString() {
    String address = url.replaceFirst("//[^/]*@", "//");
    int options = address.indexOf('?');
    return name + " (" + (options < 0 ? address : address.substring(0, options)) + ")";
  }
}
