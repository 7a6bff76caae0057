package dev.trueup.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.drift.Coverage;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcDriftHistoryTest {
  private static final Instant T = Instant.parse("2030-01-01T00:00:00.000001Z");

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void coverageCountsWhatWasRecountedAndIsNeverAsOldAsItsOldestSubject(DatabaseKind kind) {
    try (TestDatabase test = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(test)) {
      JdbcDriftHistory history = new JdbcDriftHistory(database);
      assertThat(history.coverage("post.comments", T)).isEqualTo(new Coverage(0, 0, null));
      test.execute(
          "INSERT INTO trueup_counter (name, window_micros, accepting_since) VALUES ('post.comments', 1, 0)",
          head("1", "1000000"),
          head("2", "3000000"));
      assertThat(history.coverage("post.comments", Instant.ofEpochSecond(2)))
          .isEqualTo(new Coverage(2, 1, Instant.ofEpochSecond(1)));
      test.execute(head("3", "NULL"));
      assertThat(history.coverage("post.comments", Instant.ofEpochSecond(2)))
          .isEqualTo(new Coverage(3, 1, null));
      assertThat(history.coverage("post.likes", T)).isEqualTo(new Coverage(0, 0, null));
    }
  }

  private static String head(String subject, String installedAt) {
    return "INSERT INTO trueup_head (counter, subject, installed_at, version, mark, marked, held, wide)"
        + " SELECT id, '"
        + subject
        + "', "
        + installedAt
        + ", 1, 0, 0, 0, 0 FROM trueup_counter";
  }
}
