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

/** MariaDB 10.6 and newer, and MySQL 8 through the same driver. */
final class MariaDb extends Dialect {
  private final SQLDialect jooq;

  MariaDb(SQLDialect jooq) {
    this.jooq = jooq;
  }

  @Override
  public String product() {
    return jooq == SQLDialect.MYSQL ? "MySQL" : "MariaDB";
  }

  @Override
  public SQLDialect jooq() {
    return jooq;
  }

  @Override
  public String migrations() {
    return "dev/trueup/jdbc/schema/mariadb";
  }

  @Override
  String driverUrl(String url) {
    return "jdbc:mariadb:" + url.substring(url.indexOf(':', "jdbc:".length()) + 1);
  }

  @Override
  Properties driverProperties(DatabaseSettings settings) {
    Properties properties = new Properties();
    properties.setProperty(
        "connectTimeout", Long.toString(Math.max(1, settings.connectTimeout().toMillis())));
    properties.setProperty("tcpKeepAlive", "true");
    // A year or a bit is a number here, whatever the driver would make of it.
    properties.setProperty("yearIsDateType", "false");
    properties.setProperty("tinyInt1isBit", "false");
    // An UPDATE reports the rows it changed, as the other databases do for the same WHERE.
    properties.setProperty("useAffectedRows", "false");
    // Array binding refuses INSERT ... SELECT and does not say which row was written.
    properties.setProperty("useBulkStmts", "false");
    properties.setProperty("useBulkStmtsForInserts", "false");
    return properties;
  }

  /** Strict, or a number that does not fit would be cut down instead of refused. */
  @Override
  String connectionInit() {
    return "SET SESSION time_zone = '+00:00', innodb_lock_wait_timeout = "
        + LOCK_WAIT_SECONDS
        + ", sql_mode = CONCAT_WS(',', NULLIF(@@sql_mode, ''), 'STRICT_ALL_TABLES')";
  }

  @Override
  public void limitLockWait(Connection connection, int seconds) throws SQLException {
    execute(connection, "SET SESSION innodb_lock_wait_timeout = " + seconds);
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    execute(connection, "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    execute(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
  }

  @Override
  public void beginWrite(Connection connection) throws SQLException {
    execute(connection, "START TRANSACTION READ WRITE");
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    execute(connection, "COMMIT");
  }

  @Override
  public void rollback(Connection connection) throws SQLException {
    execute(connection, "ROLLBACK");
  }

  @Override
  public Field<Long> clock() {
    return DSL.field(
        "timestampdiff(microsecond, '1970-01-01 00:00:00', sysdate(6))", SQLDataType.BIGINT);
  }

  @Override
  public boolean hasSessionLocks() {
    return true;
  }

  @Override
  public boolean tryLock(Connection connection, String name) throws SQLException {
    return ask(connection, "SELECT GET_LOCK(CONCAT(MD5(DATABASE()), ?), 0)", name);
  }

  @Override
  public boolean holdsLock(Connection connection, String name) throws SQLException {
    return ask(
        connection,
        "SELECT COALESCE(IS_USED_LOCK(CONCAT(MD5(DATABASE()), ?)) = CONNECTION_ID(), 0)",
        name);
  }

  @Override
  public void unlock(Connection connection, String name) throws SQLException {
    ask(connection, "SELECT RELEASE_LOCK(CONCAT(MD5(DATABASE()), ?))", name);
  }

  @Override
  public boolean tellsOldestOpenTransaction() {
    return true;
  }

  /** Needs the PROCESS privilege; without it the answer is that nothing is known. */
  @Override
  public Optional<Instant> oldestOpenTransaction(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT timestampdiff(microsecond, '1970-01-01 00:00:00', min(trx_started)) FROM"
                    + " information_schema.innodb_trx WHERE trx_mysql_thread_id <>"
                    + " CONNECTION_ID()")) {
      rows.next();
      long micros = rows.getLong(1);
      return rows.wasNull() ? Optional.empty() : Optional.of(Micros.toInstant(micros));
    } catch (SQLException e) {
      if (failure(e) == Failure.NOT_PERMITTED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public OptionalLong keysByStatistics(Connection connection, Name table, List<String> columns)
      throws SQLException {
    return KeyStatistics.mariaDb(connection, table, columns);
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
    return switch (thrown.getErrorCode()) {
      case 1213, 1205, 1020, 3572 -> Failure.RETRYABLE;
      case 1062 -> Failure.DUPLICATE_KEY;
      case 1264, 1690, 1916, 167 -> Failure.OUT_OF_RANGE;
      case 1142, 1143, 1044, 1227, 1290, 1370, 1792, 1836, 1410 -> Failure.NOT_PERMITTED;
      case 1146, 1054, 1064, 1305, 1051 -> Failure.NOT_THERE;
      case 1366, 1292, 1367, 1265 -> Failure.WRONG_TYPE;
      case 1969, 1317, 3024 -> Failure.STOPPED;
      case 1045, 1698, 1040, 1049, 1053, 1129, 1130, 1203, 2006, 2013 -> Failure.UNREACHABLE;
      default -> {
        String state = thrown.getSQLState() == null ? "" : thrown.getSQLState();
        if (state.startsWith("08") || state.startsWith("28")) {
          yield Failure.UNREACHABLE;
        }
        yield state.startsWith("23") ? Failure.CONSTRAINT : Failure.OTHER;
      }
    };
  }

  /** Locks are the whole server's here, not one database's; the database's name is part of it. */
  private static boolean ask(Connection connection, String sql, String name) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, Digests.hex(name));
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && rows.getInt(1) == 1;
      }
    }
  }
}
