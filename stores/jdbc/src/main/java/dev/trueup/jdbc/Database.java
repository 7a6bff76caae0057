package dev.trueup.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.trueup.error.BadRequestException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.LongAdder;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A database that is in use: its connections, its dialect, its words for what went wrong. Opening
 * one writes nothing to it. Thread-safe.
 */
public final class Database implements AutoCloseable {
  static {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
  }

  private final DatabaseSettings settings;
  private final Dialect dialect;
  private final SqlErrors errors;
  private final HikariDataSource pool;
  private final Retries retries;
  private final LongAdder retried = new LongAdder();

  private Database(
      DatabaseSettings settings, Dialect dialect, SqlErrors errors, HikariDataSource pool) {
    this.settings = settings;
    this.dialect = dialect;
    this.errors = errors;
    this.pool = pool;
    this.retries = Retries.DEFAULT;
  }

  /**
   * Opens a database after one trial connection, so that a server that is down is found out at
   * once.
   *
   * @throws dev.trueup.error.UnavailableException if it is down or refuses the login
   * @throws BadRequestException if the URL names no database that can be used
   */
  public static Database open(DatabaseSettings settings) {
    Dialect dialect = Dialect.of(settings.url());
    SqlErrors errors = new SqlErrors(settings, dialect);
    if (settings.connectionsMax() < 2) {
      throw new BadRequestException(
          settings + " is allowed " + settings.connectionsMax() + " connections; 2 are needed.");
    }
    Properties properties = dialect.driverProperties(settings);
    if (settings.username() != null) {
      properties.setProperty("user", settings.username());
    }
    if (settings.password() != null) {
      properties.setProperty("password", settings.password());
    }
    String url = dialect.driverUrl(settings.url());
    tryOnce(url, properties, errors);
    return new Database(settings, dialect, errors, pool(settings, dialect, url, properties));
  }

  private static void tryOnce(String url, Properties properties, SqlErrors errors) {
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      // SQLite opens its file at the first question.
      connection.getMetaData().getTables(null, null, "trueup_", null).close();
    } catch (SQLException e) {
      throw errors.closed(e);
    }
  }

  private static HikariDataSource pool(
      DatabaseSettings settings, Dialect dialect, String url, Properties properties) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("trueup-" + settings.name());
    config.setJdbcUrl(url);
    config.setDataSourceProperties(properties);
    config.setMaximumPoolSize(settings.connectionsMax());
    config.setMinimumIdle(0);
    config.setConnectionTimeout(Math.max(250, settings.connectTimeout().toMillis()));
    config.setInitializationFailTimeout(-1);
    config.setConnectionInitSql(dialect.connectionInit());
    if (dialect.hasRowLocks()) {
      // Set once per connection: said in every transaction it would cost a round trip each.
      config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    }
    return new HikariDataSource(config);
  }

  /** What the configuration calls it. */
  public String name() {
    return settings.name();
  }

  /** For messages: name and address, no password. */
  public String place() {
    return settings.toString();
  }

  public Dialect dialect() {
    return dialect;
  }

  public SqlErrors errors() {
    return errors;
  }

  /** How many transactions were run again because they lost a race, since the opening. */
  public long retried() {
    return retried.sum();
  }

  /** Takes a connection until the session is closed. */
  public Session session() {
    try {
      return new Session(this, pool.getConnection());
    } catch (SQLException e) {
      throw errors.closed(e);
    }
  }

  /** {@link Session#read} on a connection of its own. */
  public <T extends @Nullable Object> T read(String doing, Transaction.Work<T> work) {
    try (Session session = session()) {
      return session.read(doing, work);
    }
  }

  /** {@link Session#ask} on a connection of its own. */
  public <T extends @Nullable Object> T ask(String doing, Transaction.Work<T> work) {
    try (Session session = session()) {
      return session.ask(doing, work);
    }
  }

  /** {@link Session#write} on a connection of its own. */
  public <T extends @Nullable Object> T write(String doing, Transaction.Work<T> work) {
    try (Session session = session()) {
      return session.write(doing, work);
    }
  }

  /** The time by the database's clock. */
  public Instant now() {
    return read(
        "tell the time",
        transaction -> {
          Long micros = transaction.sql().select(dialect.clock()).fetchSingle().value1();
          return Micros.toInstant(micros);
        });
  }

  /** See {@link Dialect#oldestOpenTransaction}. */
  public Optional<Instant> oldestOpenTransaction() {
    return read(
        "tell its oldest open transaction",
        transaction -> dialect.oldestOpenTransaction(transaction.connection()));
  }

  /** SQL in this database's words; renders and, on its connection, runs. */
  DSLContext on(Connection connection) {
    return DSL.using(connection, dialect.jooq());
  }

  /** SQL in this database's words, to be rendered only. */
  public DSLContext words() {
    return DSL.using(dialect.jooq());
  }

  Retries retries() {
    return retries;
  }

  void countRetry() {
    retried.increment();
  }

  void evict(Connection connection) {
    pool.evictConnection(connection);
  }

  HikariDataSource pool() {
    return pool;
  }

  @Override
  public void close() {
    pool.close();
  }
}
