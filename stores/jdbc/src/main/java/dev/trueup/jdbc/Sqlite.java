package dev.trueup.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/**
 * SQLite in a file. One writer at a time; a write takes its turn when it begins, so it never finds
 * out half way that another was first.
 */
final class Sqlite extends Dialect {
  private static final int BUSY_MILLIS = 10_000;

  @Override
  public String product() {
    return "SQLite";
  }

  @Override
  public SQLDialect jooq() {
    return SQLDialect.SQLITE;
  }

  @Override
  public String migrations() {
    return "dev/trueup/jdbc/schema/sqlite";
  }

  @Override
  Properties driverProperties(DatabaseSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("busy_timeout", Integer.toString(BUSY_MILLIS));
    int mode = SQLiteOpenMode.READWRITE.flag | SQLiteOpenMode.OPEN_URI.flag;
    properties.setProperty(
        "open_mode",
        Integer.toString(settings.create() ? mode | SQLiteOpenMode.CREATE.flag : mode));
    return properties;
  }

  @Override
  String connectionInit() {
    return "PRAGMA foreign_keys = ON";
  }

  /**
   * Readers and the writer do not wait for each other in this journal mode. It is kept in the file,
   * so it is set only where Trueup keeps its own tables.
   */
  @Override
  void prepareStore(Connection connection) throws SQLException {
    execute(connection, "PRAGMA journal_mode = WAL");
  }

  @Override
  public void beginSnapshot(Connection connection) throws SQLException {
    execute(connection, "PRAGMA query_only = ON");
    execute(connection, "BEGIN DEFERRED");
  }

  @Override
  public void beginWrite(Connection connection) throws SQLException {
    execute(connection, "BEGIN IMMEDIATE");
  }

  @Override
  public void commit(Connection connection) throws SQLException {
    execute(connection, "COMMIT");
  }

  /** The database may have ended the transaction by itself, as it does when the disk is full. */
  @Override
  public void rollback(Connection connection) throws SQLException {
    try {
      execute(connection, "ROLLBACK");
    } catch (SQLException e) {
      if (e.getErrorCode() != SQLiteErrorCode.SQLITE_ERROR.code) {
        throw e;
      }
    }
    execute(connection, "PRAGMA query_only = OFF");
  }

  @Override
  public Field<Long> clock() {
    return DSL.field(
        "(CAST(strftime('%s', 'now') AS INTEGER) * 1000000"
            + " + CAST(substr(strftime('%f', 'now'), 4) AS INTEGER) * 1000)",
        SQLDataType.BIGINT);
  }

  @Override
  public boolean hasSessionLocks() {
    return false;
  }

  @Override
  public boolean tryLock(Connection connection, String name) {
    throw noLocks();
  }

  @Override
  public boolean holdsLock(Connection connection, String name) {
    throw noLocks();
  }

  @Override
  public void unlock(Connection connection, String name) {
    throw noLocks();
  }

  @Override
  public boolean tellsOldestOpenTransaction() {
    return false;
  }

  @Override
  public Optional<Instant> oldestOpenTransaction(Connection connection) {
    return Optional.empty();
  }

  @Override
  public OptionalLong keysByStatistics(Connection connection, Name table, List<String> columns)
      throws SQLException {
    return KeyStatistics.sqlite(connection, table, columns);
  }

  @Override
  public boolean hasExactDecimals() {
    return false;
  }

  /** A declared type is a hint here; it is read as SQLite itself reads it. */
  @Override
  public ColumnInfo.Family family(ColumnInfo column) {
    String type = column.typeName().toUpperCase(Locale.ROOT);
    if (type.contains("INT")) {
      return ColumnInfo.Family.INTEGER;
    }
    if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT")) {
      return ColumnInfo.Family.TEXT;
    }
    if (type.contains("BLOB")
        || type.startsWith("DATE")
        || type.startsWith("TIME")
        || type.startsWith("BOOL")) {
      return ColumnInfo.Family.OTHER;
    }
    return type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB")
        ? ColumnInfo.Family.FLOAT
        : ColumnInfo.Family.DECIMAL;
  }

  @Override
  public boolean hasRowLocks() {
    return false;
  }

  @Override
  public Failure failure(SQLException thrown) {
    int extended =
        thrown instanceof SQLiteException own && own.getResultCode() != null
            ? own.getResultCode().code
            : thrown.getErrorCode();
    if (extended == SQLiteErrorCode.SQLITE_CONSTRAINT_PRIMARYKEY.code
        || extended == SQLiteErrorCode.SQLITE_CONSTRAINT_UNIQUE.code) {
      return Failure.DUPLICATE_KEY;
    }
    String message = thrown.getMessage() == null ? "" : thrown.getMessage();
    return switch (extended & 0xff) {
      case 5, 6 -> Failure.RETRYABLE;
      case 19 -> Failure.CONSTRAINT;
      case 3, 8 -> Failure.NOT_PERMITTED;
      case 9 -> Failure.STOPPED;
      case 20, 25 -> Failure.WRONG_TYPE;
      case 10, 11, 13, 14, 26 -> Failure.UNREACHABLE;
      // One code for whatever is wrong with a statement; only an overflow needs telling apart.
      case 1 -> message.contains("integer overflow") ? Failure.OUT_OF_RANGE : Failure.NOT_THERE;
      default -> Failure.OTHER;
    };
  }

  private static IllegalStateException noLocks() {
    return new IllegalStateException("SQLite has no session locks; a lease is taken instead.");
  }
}
