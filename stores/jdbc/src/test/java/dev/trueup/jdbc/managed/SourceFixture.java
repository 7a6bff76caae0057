package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** One database with comments in it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SourceFixture {
  static final Instant NINE = Instant.parse("2026-03-01T09:00:00Z");
  static final Instant TEN = Instant.parse("2026-03-01T10:00:00Z");
  static final Instant ELEVEN = Instant.parse("2026-03-01T11:00:00Z");

  private final DatabaseKind kind;
  private TestDatabase server;
  private Database database;

  SourceFixture(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void openDatabase() {
    server = Servers.of(kind).newDatabase();
    server.execute("CREATE TABLE other (id integer)");
    if (kind == DatabaseKind.SQLITE) {
      // In the older journal mode an open snapshot makes every writer wait.
      server.execute("PRAGMA journal_mode = WAL");
    }
    database = OnEveryDatabase.open(server);
  }

  @AfterAll
  void closeDatabase() {
    database.close();
    server.close();
  }

  TestDatabase server() {
    return server;
  }

  Database database() {
    return database;
  }

  /** A column type for instants: with a zone where the database has one. */
  abstract String instantType();

  /** A literal of that type. */
  abstract String instant(String local);

  /** A column type for date and time without a zone. */
  abstract String localType();

  /** A column type for any text, in the database's usual collation. */
  abstract String textType();

  /** A statement that makes the database take statistics of a table. */
  final String analyze(String table) {
    return (kind == DatabaseKind.MARIADB ? "ANALYZE TABLE " : "ANALYZE ") + table;
  }

  @BeforeEach
  void createComments() {
    server.execute(
        "CREATE TABLE comments (id integer PRIMARY KEY, post_id integer, status varchar(20),"
            + " votes integer, created_at "
            + instantType()
            + " NULL, deleted_at "
            + instantType()
            + " NULL)",
        "CREATE INDEX comments_post ON comments (post_id)");
  }

  @AfterEach
  void dropComments() {
    server.execute("DROP TABLE comments");
  }

  void comment(int id, @Nullable Integer post, String status, int votes, String... stamps) {
    server.execute(
        "INSERT INTO comments VALUES ("
            + id
            + ", "
            + post
            + ", '"
            + status
            + "', "
            + votes
            + ", "
            + (stamps.length > 0 && !stamps[0].isEmpty() ? instant(stamps[0]) : "NULL")
            + ", "
            + (stamps.length > 1 ? instant(stamps[1]) : "NULL")
            + ")");
  }

  SourceSnapshot open(Sources source) {
    return new JdbcFactSource(database, source.definition(), Duration.ofMinutes(1)).open();
  }

  static Subject post(int number) {
    return new Subject(Integer.toString(number));
  }

  static Truth count(SourceSnapshot snapshot, Subject subject, Instant before) {
    return snapshot.count(List.of(subject), before, null).getOrDefault(subject, new Truth(-1, -1));
  }
}
