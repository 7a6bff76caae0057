package dev.trueup;

import dev.trueup.config.ConnectionLimits;
import dev.trueup.config.Datasource;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.mongodb.MongoRetries;
import dev.trueup.mongodb.MongoSettings;
import dev.trueup.redis.RedisSettings;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a family of databases is opened with: what the configuration says, else its defaults. */
final class ConnectionSettings {
  private ConnectionSettings() {}

  static DatabaseSettings sql(Datasource datasource) {
    ConnectionLimits limits = datasource.limits();
    DatabaseSettings standard =
        DatabaseSettings.of(
            datasource.name(), datasource.url(), datasource.username(), datasource.password());
    return standard
        .withConnectionsMax(or(limits.connections(), standard.connectionsMax()))
        .withConnectTimeout(or(limits.connectTimeout(), standard.connectTimeout()));
  }

  static MongoSettings documents(Datasource datasource) {
    ConnectionLimits limits = datasource.limits();
    MongoSettings standard =
        MongoSettings.of(
            datasource.name(), datasource.url(), datasource.username(), datasource.password());
    MongoRetries retries = standard.retries();
    Duration backoff = or(limits.backoff(), retries.backoff());
    return standard
        .withConnectionsMax(or(limits.connections(), standard.connectionsMax()))
        .withTimeouts(
            or(limits.connectTimeout(), standard.connectTimeout()),
            or(limits.answerTimeout(), standard.answerTimeout()))
        .withRetries(
            new MongoRetries(
                or(limits.attempts(), retries.attemptsMax()),
                or(limits.deadline(), retries.deadline()),
                backoff,
                notBelow(backoff, or(limits.backoffMax(), retries.backoffMax()))));
  }

  static RedisSettings redis(Datasource datasource) {
    ConnectionLimits limits = datasource.limits();
    RedisSettings standard =
        RedisSettings.of(
            datasource.name(), datasource.url(), datasource.username(), datasource.password());
    RedisSettings.Retries retries = standard.retries();
    Duration backoff = or(limits.backoff(), retries.backoff());
    return standard
        .withTimeout(or(limits.answerTimeout(), standard.timeout()))
        .withRetries(
            new RedisSettings.Retries(
                or(limits.attempts(), retries.attemptsMax()),
                backoff,
                notBelow(backoff, or(limits.backoffMax(), retries.backoffMax()))));
  }

  private static <T> T or(@Nullable T said, T standard) {
    return said == null ? standard : said;
  }

  /** Where only a long first pause is given, it is the longest too. */
  private static Duration notBelow(Duration first, Duration longest) {
    return longest.compareTo(first) < 0 ? first : longest;
  }
}
