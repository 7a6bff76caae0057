package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.config.Datasource;
import dev.trueup.config.TrueupConfig;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.mongodb.MongoRetries;
import dev.trueup.mongodb.MongoSettings;
import dev.trueup.redis.RedisSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the file says of a datasource's limits reaches what opens it. */
class ConnectionSettingsTest {
  private static Datasource datasource(String url, String limits) {
    String yaml =
        """
        datasources:
          it: { url: "%s"%s }
        counters: { wallet.balance: { kind: ledger } }
        """
            .formatted(url, limits);
    return TrueupConfig.parse(yaml, Path.of("trueup.yaml"), name -> null).datasource("it");
  }

  @Test
  void whatIsSaidIsTaken() {
    MongoSettings documents =
        ConnectionSettings.documents(
            datasource(
                "mongodb://h/d",
                ", connections: 3, connect-timeout: 2s, answer-timeout: 7s, retries: { attempts: 9,"
                    + " deadline: 4s, backoff: 5ms, backoff-max: 6ms }"));
    assertThat(documents.connectionsMax()).isEqualTo(3);
    assertThat(documents.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(documents.answerTimeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(documents.retries())
        .isEqualTo(
            new MongoRetries(9, Duration.ofSeconds(4), Duration.ofMillis(5), Duration.ofMillis(6)));

    RedisSettings redis =
        ConnectionSettings.redis(
            datasource(
                "redis://h",
                ", answer-timeout: 7s, retries: { attempts: 9, backoff: 5ms, backoff-max: 6ms }"));
    assertThat(redis.timeout()).isEqualTo(Duration.ofSeconds(7));
    assertThat(redis.retries())
        .isEqualTo(new RedisSettings.Retries(9, Duration.ofMillis(5), Duration.ofMillis(6)));

    DatabaseSettings sql =
        ConnectionSettings.sql(
            datasource("jdbc:mariadb://h/d", ", connections: 3, connect-timeout: 2s"));
    assertThat(sql.connectionsMax()).isEqualTo(3);
    assertThat(sql.connectTimeout()).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void whatIsLeftOutIsAsTheFamilyHasIt() {
    assertThat(ConnectionSettings.documents(datasource("mongodb://h/d", "")))
        .isEqualTo(MongoSettings.of("it", "mongodb://h/d", null, null));
    assertThat(ConnectionSettings.redis(datasource("redis://h", "")))
        .isEqualTo(RedisSettings.of("it", "redis://h", null, null));
    assertThat(ConnectionSettings.sql(datasource("jdbc:sqlite:f", "")))
        .isEqualTo(DatabaseSettings.of("it", "jdbc:sqlite:f", null, null));
  }

  @Test
  void aLongFirstPauseAloneIsTheLongestToo() {
    Datasource documents = datasource("mongodb://h/d", ", retries: { backoff: 10s }");
    assertThat(ConnectionSettings.documents(documents).retries().backoffMax())
        .isEqualTo(Duration.ofSeconds(10));
  }
}
