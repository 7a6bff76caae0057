package dev.trueup.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.drift.Coverage;
import dev.trueup.drift.DriftRun;
import dev.trueup.drift.TimelineMark;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class JdbcDriftHistoryTest {
  private static final Instant T = Instant.parse("2030-01-01T00:00:00.000001Z");

  private static DriftRun run(String counter, int minute, @Nullable String repairId) {
    Instant start = T.plusSeconds(60L * minute);
    return new DriftRun(
        counter,
        DriftRun.Kind.SWEEP,
        start,
        start.plusSeconds(5),
        1_000,
        3,
        2,
        1,
        new BigDecimal("-12345678901234567890.0100"),
        new BigDecimal("12345678901234567890.0100"),
        repairId);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void whatRunsFoundIsReadBackExactlyTheNewestFirst(DatabaseKind kind) {
    try (TestDatabase test = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(test)) {
      JdbcDriftHistory history = new JdbcDriftHistory(database);
      history.record(run("post.comments", 0, null));
      history.record(run("post.comments", 1, "r-20300101-0001"));
      history.record(run("post.comments", 2, null));
      history.record(run("post.Comments", 1, null));

      assertThat(history.runs("post.comments", T, T.plusSeconds(120), 10))
          .containsExactly(
              run("post.comments", 1, "r-20300101-0001"), run("post.comments", 0, null));
      assertThat(history.runs("post.comments", T, T.plusSeconds(121), 1))
          .containsExactly(run("post.comments", 2, null));

      history.dropBefore(T.plusSeconds(60));
      assertThat(history.runs("post.comments", T, T.plusSeconds(3600), 10)).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aDeployIsMarkedOnTheTimeLine(DatabaseKind kind) {
    try (TestDatabase test = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(test)) {
      JdbcDriftHistory history = new JdbcDriftHistory(database);
      history.mark(new TimelineMark(T, "deploy 1.4 \u011f\u0130"));
      history.mark(new TimelineMark(T.plusSeconds(1), "incident 7"));
      assertThat(history.marks(T, T.plusSeconds(1), 10))
          .containsExactly(new TimelineMark(T, "deploy 1.4 \u011f\u0130"));
      assertThat(history.marks(T, T.plusSeconds(2), 1))
          .containsExactly(new TimelineMark(T.plusSeconds(1), "incident 7"));
    }
  }

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
