package dev.trueup.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.NotPermittedException;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.UnavailableException;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DatabaseTest {
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void its_own_tables_live_beside_the_users_and_are_made_once(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase()) {
      server.execute("CREATE TABLE posts (id integer PRIMARY KEY)", "INSERT INTO posts VALUES (7)");
      try (Database database = OnEveryDatabase.openStore(server)) {
        Schema.migrate(database);
        assertThat(count(database, "posts")).isEqualTo(1);
        assertThat(count(database, "trueup_repair")).isZero();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void the_clock_of_the_database_is_read_as_the_instant_it_is(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      assertThat(Duration.between(database.now(), Instant.now()).abs())
          .isLessThan(Duration.ofSeconds(5));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MARIADB"})
  void the_oldest_open_transaction_is_told(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server);
        Session writer = database.session()) {
      server.execute("CREATE TABLE posts (id integer PRIMARY KEY)");
      Instant before = database.now();
      writer.write(
          "hold a transaction open",
          transaction -> {
            transaction.sql().execute("INSERT INTO posts VALUES (1)");
            assertThat(database.oldestOpenTransaction())
                .hasValueSatisfying(
                    at ->
                        assertThat(Duration.between(before, at).abs())
                            .isLessThan(Duration.ofSeconds(5)));
            return true;
          });
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_right_has_one_holder_at_a_time(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      Exclusive first = Exclusive.tryHold(database, "counter a").orElseThrow();
      assertThat(first.isHeld()).isTrue();
      assertThat(Exclusive.tryHold(database, "counter a")).isEmpty();
      Exclusive.tryHold(database, "counter b").orElseThrow().close();
      first.close();
      Exclusive.tryHold(database, "counter a").orElseThrow().close();
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_snapshot_cannot_write(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      assertThatThrownBy(
              () ->
                  database.read(
                      "sneak in",
                      transaction -> transaction.sql().execute("DELETE FROM trueup_repair")))
          .isInstanceOf(NotPermittedException.class)
          .hasMessageContaining("sneak in");
      assertThat(
              database.<Integer>write("write", t -> t.sql().execute("DELETE FROM trueup_repair")))
          .isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_user_who_may_only_read_can_open_it_and_is_told_what_is_not_permitted(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase()) {
      server.execute("CREATE TABLE posts (id integer PRIMARY KEY)");
      try (Database reader = OnEveryDatabase.open(server.readOnly())) {
        assertThat(count(reader, "posts")).isZero();
        assertThatThrownBy(
                () ->
                    reader.write(
                        "add a post", t -> t.sql().execute("INSERT INTO posts VALUES (1)")))
            .isInstanceOf(NotPermittedException.class);
        assertThatThrownBy(() -> Schema.migrate(reader)).isInstanceOf(NotPermittedException.class);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_table_that_is_not_there_is_named(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database database = OnEveryDatabase.openStore(server)) {
      assertThatThrownBy(() -> count(database, "postz"))
          .isInstanceOf(SourceRefusedException.class)
          .hasMessageContaining("postz");
    }
  }

  @Test
  void no_password_is_ever_told() {
    for (String url :
        new String[] {
          "jdbc:postgresql://localhost:1/forum?user=a&password=s3cret",
          "jdbc:mariadb://localhost:1/forum?user=a&password=s3cret",
          "jdbc:oracle:thin:a/x@//localhost?password=s3cret",
          "jdbc:sqlite:/nowhere/at/all.db?password=s3cret"
        }) {
      assertThatThrownBy(
              () -> Database.open(DatabaseSettings.of("app", url, "app", "hunter2")).close())
          .satisfies(
              thrown -> {
                for (Throwable at = thrown; at != null; at = at.getCause()) {
                  assertThat(at.toString()).doesNotContain("s3cret").doesNotContain("hunter2");
                }
              })
          .isInstanceOfAny(UnavailableException.class, BadRequestException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MARIADB"})
  void a_login_that_is_refused_is_told_at_once(DatabaseKind kind) {
    try (TestDatabase server = Servers.of(kind).newDatabase()) {
      String url = server.url().replaceFirst("/[^/]*$", "/not_there");
      assertThatThrownBy(
              () -> Database.open(DatabaseSettings.of("app", url, "nobody", "hunter2")).close())
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("app (jdbc:");
    }
  }

  private static int count(Database database, String table) {
    return database.read("count " + table, t -> t.sql().fetchCount(t.sql().selectFrom(table)));
  }
}
