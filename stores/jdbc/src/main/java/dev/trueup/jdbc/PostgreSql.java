package dev.trueup.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** PostgreSQL 12 and newer. */
final class PostgreSql extends Dialect {
  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public SQLDialect jooq() {
    return SQLDialect.POSTGRES;
  }

  @Override
  public String migrations() {
    return "dev/trueup/jdbc/schema/postgresql";
  }

  @Override
  Properties driverProperties(DatabaseSettings settings) {
    Properties properties = new Properties();
    long seconds = Math.max(1, settings.connectTimeout().toSeconds());
    properties.setProperty("connectTimeout", Long.toString(seconds));
    properties.setProperty("loginTimeout", Long.toString(seconds));
    properties.setProperty("tcpKeepAlive", "true");
    properties.setProperty("ApplicationName", "trueup");
    return properties;
  }

  @Override
  String connectionInit() {
    return "SET SESSION TIME ZONE 'UTC'; " + lockWait(LOCK_WAIT_SECONDS);
  }

  @Override
  public void limitLockWait(Connection connection, int seconds) throws SQLException {
    execute(connection, lockWait(seconds));
  }

  private static String lockWait(int seconds) {
    return "SET SESSION lock_timeout = '" + seconds + "s'";
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
  }

  @Override
  public void beginWrite(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    connection.commit();
    connection.setAutoCommit(true);
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    connection.rollback();
    connection.setAutoCommit(true);
  }

  @Override
  public Field<Long> clock() {
    return DSL.field(
        "(extract(epoch from clock_timestamp()) * 1000000)::bigint", SQLDataType.BIGINT);
  }

  @Override
  public boolean hasSessionLocks() {
    return true;
  }

  @Override
  public boolean tryLock(Connection connection, String name) throws SQLException {
    return ask(connection, "SELECT pg_try_advisory_lock(?)", Digests.number(name));
  }

  @Override
  public boolean holdsLock(Connection connection, String name) throws SQLException {
    return ask(
        connection,
        "SELECT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND"
            + " pid = pg_backend_pid() AND objsubid = 1 AND"
            + " database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND"
            + " (classid::bigint << 32 | objid::bigint) = ?)",
        Digests.number(name));
  }

  @Override
  public void unlock(Connection connection, String name) throws SQLException {
    ask(connection, "SELECT pg_advisory_unlock(?)", Digests.number(name));
  }

  @Override
  public boolean tellsOldestOpenTransaction() {
    return true;
  }

  @Override
  public Optional<Instant> oldestOpenTransaction(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT (extract(epoch from least("
                    + "(SELECT min(xact_start) FROM pg_stat_activity WHERE"
                    + " datname = current_database() AND backend_type = 'client backend' AND"
                    + " pid <> pg_backend_pid()),"
                    // Of a prepared one only the end of its work is known.
                    + " (SELECT min(prepared) FROM pg_prepared_xacts WHERE"
                    + " database = current_database())"
                    + ")) * 1000000)::bigint")) {
      rows.next();
      long micros = rows.getLong(1);
      return rows.wasNull() ? Optional.empty() : Optional.of(Micros.toInstant(micros));
    }
  }

  @Override
  public OptionalLong keysByStatistics(Connection connection, Name table, List<String> columns)
      throws SQLException {
    return KeyStatistics.postgreSql(connection, table, columns);
  }

  @Override
  public boolean hasExactDecimals() {
    return true;
  }

  @Override
  public boolean hasRowLocks() {
    return true;
  }

  @Override
  public Failure failure(SQLException thrown) {
    String state = thrown.getSQLState() == null ? "" : thrown.getSQLState();
    return switch (state) {
      case "40001", "40P01", "55P03" -> Failure.RETRYABLE;
      case "23505" -> Failure.DUPLICATE_KEY;
      case "22003" -> Failure.OUT_OF_RANGE;
      case "42501", "25006" -> Failure.NOT_PERMITTED;
      case "42804", "42883", "42846", "22P02", "42809" -> Failure.WRONG_TYPE;
      case "57014" -> Failure.STOPPED;
      case "57P01", "57P02", "57P03", "53300", "3D000" -> Failure.UNREACHABLE;
      default -> {
        if (state.startsWith("08") || state.startsWith("28")) {
          yield Failure.UNREACHABLE;
        }
        if (state.startsWith("23")) {
          yield Failure.CONSTRAINT;
        }
        yield state.startsWith("42") || state.startsWith("3F") ? Failure.NOT_THERE : Failure.OTHER;
      }
    };
  }

  private static boolean ask(Connection connection, String sql, long key) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, key);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getBoolean(1);
      }
    }
  }
}
