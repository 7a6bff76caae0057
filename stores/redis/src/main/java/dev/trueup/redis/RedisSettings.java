package dev.trueup.redis;

import dev.trueup.error.BadRequestException;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a Redis is reached. Never printed: {@link #place} is what messages say.
 *
 * @param name the datasource's name, for messages
 * @param url {@code redis://host:port/database} or {@code rediss://…}; of a cluster, any of its
 *     nodes
 * @param username null: the default user, or what the URL says
 * @param password null: none, or what the URL says
 * @param timeout how long one call waits for its answers, our retries included
 * @param retries what is done about a server that says it did nothing
 */
public record RedisSettings(
    String name,
    String url,
    @Nullable String username,
    @Nullable String password,
    Duration timeout,
    Retries retries) {
  /** How long a call waits unless something else is said. */
  public static final Duration TIMEOUT_DEFAULT = Duration.ofSeconds(5);

  /**
   * How often what surely did not happen is tried again.
   *
   * @param attemptsMax tries in all, the first one too
   * @param backoff the pause before the second; it doubles each time
   * @param backoffMax the longest pause
   */
  public record Retries(int attemptsMax, Duration backoff, Duration backoffMax) {
    /** Ten tries within about three seconds of pauses. */
    public static final Retries DEFAULT =
        new Retries(10, Duration.ofMillis(10), Duration.ofMillis(500));

    long pauseMillisAfter(int attempt) {
      return Math.min(backoff.toMillis() << Math.min(attempt - 1, 20), backoffMax.toMillis());
    }
  }

  public static RedisSettings of(
      String name, String url, @Nullable String username, @Nullable String password) {
    return new RedisSettings(name, url, username, password, TIMEOUT_DEFAULT, Retries.DEFAULT);
  }

  /** The same with another time limit. */
  public RedisSettings withTimeout(Duration limit) {
    return new RedisSettings(name, url, username, password, limit, retries);
  }

  /** The same with other retries. */
  public RedisSettings withRetries(Retries other) {
    return new RedisSettings(name, url, username, password, timeout, other);
  }

  RedisURI uri() {
    RedisURI uri;
    try {
      uri = RedisURI.create(url);
    } catch (IllegalArgumentException e) {
      // The URL may hold a password: neither it nor the parser's message is passed on.
      throw new BadRequestException(
          "The URL of datasource "
              + name
              + " cannot be read; give redis://host:port/database or rediss://host:port/database.");
    }
    String secret = password;
    if (secret != null) {
      String user = username;
      uri.setCredentialsProvider(
          RedisCredentialsProvider.from(() -> RedisCredentials.just(user, secret)));
    }
    uri.setTimeout(timeout);
    return uri;
  }

  /** Where it is, without secrets. */
  String place() {
    RedisURI uri = uri();
    String database = uri.getDatabase() == 0 ? "" : "/" + uri.getDatabase();
    return name + " (Redis at " + uri.getHost() + ":" + uri.getPort() + database + ")";
  }

  @Override
  public String toString() {
    return place();
  }
}
