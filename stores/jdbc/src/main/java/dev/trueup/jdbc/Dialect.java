package dev.trueup.jdbc;

import dev.trueup.error.BadRequestException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import org.jooq.Field;
import org.jooq.Name;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/**
 * What one database can do and how it says it. Everything that differs between the databases is
 * asked for here; no caller asks which one it is. Stateless and thread-safe.
 */
public abstract class Dialect {
  /** How long a connection of the pool waits for a row that another transaction holds. */
  public static final int LOCK_WAIT_SECONDS = 10;

  /** The dialect of a JDBC URL. */
  public static Dialect of(String url) {
    String scheme = url.toLowerCase(Locale.ROOT);
    if (scheme.startsWith("jdbc:postgresql:")) {
      return new PostgreSql();
    }
    if (scheme.startsWith("jdbc:mariadb:")) {
      return new MariaDb(SQLDialect.MARIADB);
    }
    if (scheme.startsWith("jdbc:mysql:")) {
      return new MariaDb(SQLDialect.MYSQL);
    }
    if (scheme.startsWith("jdbc:sqlite:")) {
      return new Sqlite();
    }
    throw new BadRequestException(
        "The URL "
            + Secrets.safeUrl(url)
            + " names no database that can be used; jdbc:postgresql:, jdbc:mariadb:, jdbc:mysql: and"
            + " jdbc:sqlite: are allowed.");
  }

  /** The product's name, as people write it. */
  public abstract String product();

  public abstract SQLDialect jooq();

  /** The folder of the schema's versions in the main resources. */
  public abstract String migrations();

  /** What the driver is called with; may differ from what the user wrote. */
  String driverUrl(String url) {
    return url;
  }

  /** What the driver is told besides user and password. */
  abstract Properties driverProperties(DatabaseSettings settings);

  /** One statement that makes a new connection independent of the server's defaults. */
  abstract @Nullable String connectionInit();

  /**
   * Sets how long the writes of a connection wait for a row, until it is set anew. Without effect
   * where rows have no locks.
   */
  public void limitLockWait(Connection connection, int seconds) throws SQLException {}

  /** Settings that a database must have before it holds Trueup's own tables. */
  void prepareStore(Connection connection) throws SQLException {}

  /** Opens a transaction that sees one moment throughout and cannot write. */
  public abstract void beginSnapshot(Connection connection) throws SQLException;

  /** Opens a transaction for a short write; where writers exclude each other, it has its turn. */
  public abstract void beginWrite(Connection connection) throws SQLException;

  public abstract void commit(Connection connection) throws SQLException;

  /** Ends a transaction without effect and puts the connection back as it was. */
  public abstract void rollback(Connection connection) throws SQLException;

  /** How many rows to fetch at a time, so that an unbounded result needs bounded memory. */
  public int fetchSize() {
    return 1_000;
  }

  /** The database's own clock, in microseconds since 1970 (see {@link Micros}). */
  public abstract Field<Long> clock();

  /** Whether a lock can be held by a connection and ends with it. */
  public abstract boolean hasSessionLocks();

  /** Takes a lock for this connection if it is free; it does not wait. */
  public abstract boolean tryLock(Connection connection, String name) throws SQLException;

  /** Whether this very connection still holds the lock. */
  public abstract boolean holdsLock(Connection connection, String name) throws SQLException;

  public abstract void unlock(Connection connection, String name) throws SQLException;

  /** Whether {@link #oldestOpenTransaction} can be asked for at all. */
  public abstract boolean tellsOldestOpenTransaction();

  /**
   * When the oldest transaction that is open now and may still write began; empty if there is none,
   * or if this user may not see it.
   */
  public abstract Optional<Instant> oldestOpenTransaction(Connection connection)
      throws SQLException;

  /**
   * About how many different keys a table has in these columns, by the statistics that the database
   * keeps anyway; empty if it keeps none of them, or none yet.
   *
   * @param table its name, in parts
   */
  public OptionalLong keysByStatistics(Connection connection, Name table, List<String> columns)
      throws SQLException {
    return OptionalLong.empty();
  }

  /** Whether DECIMAL columns keep every digit; where not, decimals are summed outside. */
  public abstract boolean hasExactDecimals();

  /** What can be done with the values of a column. */
  public ColumnInfo.Family family(ColumnInfo column) {
    return column.family();
  }

  /** Whether SELECT ... FOR UPDATE and FOR SHARE lock single rows. */
  public abstract boolean hasRowLocks();

  /** What a refusal means. */
  public abstract Failure failure(SQLException thrown);

  static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public String toString() {
    return product();
  }
}
