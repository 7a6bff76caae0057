package dev.trueup.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServersTest {
  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void twoDatabasesOfOneServerDoNotSeeEachOther(DatabaseKind kind) throws SQLException {
    DatabaseServer server = Servers.of(kind);
    try (TestDatabase one = server.newDatabase();
        TestDatabase other = server.newDatabase()) {
      one.execute("CREATE TABLE t (n INTEGER)", "INSERT INTO t VALUES (1)");
      other.execute("CREATE TABLE t (n INTEGER)");

      assertThat(single(one, "SELECT count(*) FROM t")).isEqualTo("1");
      assertThat(single(other, "SELECT count(*) FROM t")).isEqualTo("0");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aServerIsStartedOncePerJvm(DatabaseKind kind) {
    assertThat(Servers.of(kind)).isSameAs(Servers.of(kind));
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aReadOnlyUserReadsAndCannotWrite(DatabaseKind kind) throws SQLException {
    try (TestDatabase database = Servers.of(kind).newDatabase()) {
      database.execute("CREATE TABLE t (n INTEGER)", "INSERT INTO t VALUES (7)");
      TestDatabase reader = database.readOnly();

      assertThat(single(reader, "SELECT n FROM t")).isEqualTo("7");
      assertThatThrownBy(() -> reader.execute("UPDATE t SET n = 8"))
          .isInstanceOf(IllegalStateException.class);
      assertThat(single(database, "SELECT n FROM t")).isEqualTo("7");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aClosedDatabaseIsGoneAlthoughConnectionsAreOpen(DatabaseKind kind) throws SQLException {
    TestDatabase database = Servers.of(kind).newDatabase();
    database.execute("CREATE TABLE t (n INTEGER)");
    try (Connection open = database.connect()) {
      assertThat(open.isClosed()).isFalse();
      database.close();
    }
    assertThatThrownBy(() -> single(database, "SELECT count(*) FROM t"))
        .isInstanceOf(SQLException.class);
    database.close();
  }

  @Test
  void postgresqlIsAtVersion18AndMariadbAt11() throws SQLException {
    try (TestDatabase postgresql = Servers.postgresql().newDatabase();
        TestDatabase mariadb = Servers.mariadb().newDatabase()) {
      assertThat(single(postgresql, "SHOW server_version")).startsWith("18.");
      assertThat(single(mariadb, "SELECT version()")).startsWith("11.4");
    }
  }

  /** PostgreSQL's driver sends the zone of its JVM, so there is nothing to see there. */
  @Test
  void mariadbRunsInAZoneWithAnOddOffset() throws SQLException {
    try (TestDatabase mariadb = Servers.mariadb().newDatabase()) {
      assertThat(single(mariadb, "SELECT @@session.time_zone")).isEqualTo("+12:45");
    }
  }

  @Test
  void aWrongPasswordIsRefusedByMariadb() {
    try (TestDatabase mariadb = Servers.mariadb().newDatabase()) {
      assertThatThrownBy(
              () -> DriverManager.getConnection(mariadb.url(), mariadb.username(), "wrong").close())
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void theDurableServerKeepsWhatItConfirmedAcrossACrash() throws SQLException {
    DurablePostgresServer server = Servers.durablePostgresql();
    try (TestDatabase database = server.newDatabase()) {
      assertThat(single(database, "SHOW fsync")).isEqualTo("on");
      assertThat(single(database, "SHOW synchronous_commit")).isEqualTo("on");
      database.execute("CREATE TABLE t (n INTEGER)", "INSERT INTO t VALUES (42)");

      server.crash();

      assertThat(single(database, "SELECT n FROM t")).isEqualTo("42");
    }
  }

  private static String single(TestDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }
}
