package dev.trueup.jdbc.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.SourceSnapshot.Truth;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Column types that only some databases have, or that hold what another would refuse. */
class SourceTypesTest {
  private static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");

  private interface Check {
    void on(JdbcFactSource source);
  }

  private static void on(DatabaseKind kind, Sources source, Check check, String... statements) {
    try (TestDatabase server = Servers.of(kind).newDatabase()) {
      server.execute(statements);
      try (Database database = OnEveryDatabase.open(server)) {
        check.on(new JdbcFactSource(database, source.definition(), Duration.ofMinutes(1)));
      }
    }
  }

  private static void counts(JdbcFactSource source, String key, Instant before, long truth) {
    Subject subject = new Subject(key);
    try (SourceSnapshot snapshot = source.open()) {
      assertThat(snapshot.count(List.of(subject), before, null))
          .containsEntry(subject, new Truth(truth, truth));
      assertThat(snapshot.subjects(null, 10)).contains(subject);
      assertThat(snapshot.subjects(subject, 10)).doesNotContain(subject);
      assertThat(snapshot.changedSince(TEN.minusSeconds(86_400 * 2), TEN, null, 10))
          .contains(subject);
    }
  }

  private static void refuses(JdbcFactSource source, String... words) {
    assertThatThrownBy(() -> counts(source, "7", TEN, 0))
        .isInstanceOf(SourceRefusedException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void keysOfPostgreSqlsOwnTypesAreWrittenAsPostgreSqlWritesThem() {
    String uuid = "0b5f0b0e-6f0e-4c44-9f9d-0a1b2c3d4e5f";
    String created = "timestamptz '2026-03-01 09:00:00+00'";
    for (String[] column :
        new String[][] {
          {"uuid", "'" + uuid + "'", uuid},
          {"char(8)", "'ab'", "ab"},
          {"numeric", "7.00", "7"},
          {"numeric(10,2)", "7.50", "7.5"},
          {"bigint", "-9223372036854775808", "-9223372036854775808"},
          {"boolean", "true", "true"},
          {"varchar(10)", "'x'", "x"}
        }) {
      on(
          DatabaseKind.POSTGRESQL,
          Sources.table("facts"),
          source -> counts(source, column[2], TEN, 1),
          "CREATE TABLE facts (id bigint, post_id " + column[0] + ", created_at timestamptz)",
          "INSERT INTO facts VALUES (1, " + column[1] + ", " + created + ")");
    }
  }

  @Test
  void aSchemaIsPartOfATablesName() {
    on(
        DatabaseKind.POSTGRESQL,
        Sources.table("forum.facts"),
        source -> counts(source, "7", TEN, 1),
        "CREATE SCHEMA forum",
        "CREATE TABLE forum.facts (id bigint, post_id int, created_at timestamptz)",
        "INSERT INTO forum.facts VALUES (1, 7, timestamptz '2026-03-01 09:00:00+00')");
  }

  @Test
  void infiniteStampsOfPostgreSqlAreBeforeAndAfterAllOthers() {
    on(
        DatabaseKind.POSTGRESQL,
        Sources.table("facts"),
        source -> {
          counts(source, "7", TEN, 1);
          try (SourceSnapshot snapshot = source.open()) {
            assertThat(snapshot.newestStamp().orElseThrow())
                .isAfter(Instant.parse("9999-12-31T00:00:00Z"));
          }
        },
        "CREATE TABLE facts (id bigint, post_id int, created_at timestamptz)",
        "INSERT INTO facts VALUES (1, 7, '-infinity'), (2, 7, 'infinity')");
  }

  @Test
  void daysAreTheirFirstMomentInTheirZone() {
    for (DatabaseKind kind : DatabaseKind.values()) {
      on(
          kind,
          Sources.table("facts").zone("Asia/Seoul"),
          source -> {
            counts(source, "7", Instant.parse("2026-02-28T15:00:00Z"), 1);
            counts(source, "7", Instant.parse("2026-02-28T15:00:01Z"), 2);
          },
          "CREATE TABLE facts (id int, post_id int, created_at date)",
          "INSERT INTO facts VALUES (1, 7, '2026-02-28'), (2, 7, '2026-03-01')");
    }
  }

  @Test
  void unsignedKeysAndTimestampsOfMariaDbAreRead() {
    on(
        DatabaseKind.MARIADB,
        Sources.table("facts"),
        source -> counts(source, "18446744073709551615", TEN, 1),
        "CREATE TABLE facts (id int unsigned, post_id bigint unsigned, created_at timestamp(6) NULL)",
        "INSERT INTO facts VALUES (1, 18446744073709551615,"
            + " convert_tz('2026-03-01 09:00:00', '+00:00', @@session.time_zone))");
  }

  @Test
  void stampsOfSqliteInTwoFormsAreRefused() {
    on(
        DatabaseKind.SQLITE,
        Sources.table("facts"),
        source -> refuses(source, "facts", "form"),
        "CREATE TABLE facts (id int, post_id int, created_at text)",
        "INSERT INTO facts VALUES (1, 7, '2026-03-01T09:00:00Z'), (2, 7, '2026-03-01 09:00:00')");
  }

  @Test
  void numbersAsStampsAreRefusedAndTheQueryThatMendsItIsNamed() {
    on(
        DatabaseKind.SQLITE,
        Sources.table("facts"),
        source -> refuses(source, "created_at", "unixepoch"),
        "CREATE TABLE facts (id int, post_id int, created_at int)",
        "INSERT INTO facts VALUES (1, 7, 1772355600)");
    on(
        DatabaseKind.SQLITE,
        Sources.query(
                "SELECT post_id AS subject, id, 1 AS amount,"
                    + " datetime(created_at, 'unixepoch') AS created FROM facts")
            .zone("UTC"),
        source -> counts(source, "7", TEN, 1),
        "CREATE TABLE facts (id int, post_id int, created_at int)",
        "INSERT INTO facts VALUES (1, 7, 1772355600)");
  }

  @Test
  void stampsOfSqliteCompareWithinTheSecondWhateverTheirDigits() {
    on(
        DatabaseKind.SQLITE,
        Sources.table("facts"),
        source -> {
          counts(source, "7", TEN.plusMillis(500), 2);
          counts(source, "7", TEN.plusMillis(501), 3);
        },
        "CREATE TABLE facts (id int, post_id int, created_at text)",
        "INSERT INTO facts VALUES (1, 7, '2026-03-01T10:00:00Z'), (2, 7,"
            + " '2026-03-01T10:00:00.499Z'), (3, 7, '2026-03-01T10:00:00.5Z'), (4, 7,"
            + " '2026-03-01T10:00:01Z')");
  }

  @Test
  void anEmptyTableOfSqliteIsLookedAtAgain() {
    try (TestDatabase server = Servers.sqlite().newDatabase()) {
      server.execute("CREATE TABLE facts (id int, post_id int, created_at text)");
      try (Database database = OnEveryDatabase.open(server)) {
        JdbcFactSource source =
            new JdbcFactSource(
                database, Sources.table("facts").definition(), Duration.ofMinutes(1));
        try (SourceSnapshot snapshot = source.open()) {
          assertThat(snapshot.subjects(null, 10)).isEmpty();
        }
        server.execute("INSERT INTO facts VALUES (1, 7, '2026-03-01T09:00:00Z')");
        counts(source, "7", TEN, 1);
      }
    }
  }
}
