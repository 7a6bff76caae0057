package dev.trueup.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/**
 * One connection, held until it is closed. Locks of the session live as long as it does. For one
 * thread at a time.
 */
public final class Session implements AutoCloseable {
  private final Database database;
  private final Connection connection;
  private final DSLContext sql;

  Session(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
    this.sql = database.on(connection);
  }

  public Database database() {
    return database;
  }

  /** Runs work that sees one moment of the database throughout and cannot write. */
  public <T extends @Nullable Object> T read(String doing, Transaction.Work<T> work) {
    try {
      database.dialect().beginSnapshot(connection);
      T result = work.run(new Transaction(connection, sql));
      database.dialect().rollback(connection);
      return result;
    } catch (SQLException | RuntimeException | Error e) {
      undo(e);
      throw refused(e, doing);
    }
  }

  /**
   * Runs work that is one question: a single statement sees one moment by itself, without the round
   * trips of a transaction around it.
   */
  public <T extends @Nullable Object> T ask(String doing, Transaction.Work<T> work) {
    try {
      return work.run(new Transaction(connection, sql));
    } catch (SQLException | RuntimeException e) {
      throw refused(e, doing);
    }
  }

  /**
   * Runs work in a short transaction of its own. A run that lost a race is repeated whole, a
   * bounded number of times.
   *
   * @throws dev.trueup.error.AnswerLostException if it may or may not have been written
   */
  public <T extends @Nullable Object> T write(String doing, Transaction.Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return writeOnce(doing, work);
      } catch (SQLException | DataAccessException e) {
        boolean again =
            database.errors().failure(e) == Failure.RETRYABLE
                && attempt < database.retries().attemptsMax();
        if (!again) {
          throw refused(e, doing);
        }
        database.countRetry();
        database.retries().pauseAfter(attempt);
      }
    }
  }

  private <T extends @Nullable Object> T writeOnce(String doing, Transaction.Work<T> work)
      throws SQLException {
    T result;
    try {
      database.dialect().beginWrite(connection);
      result = work.run(new Transaction(connection, sql));
    } catch (SQLException | RuntimeException | Error e) {
      undo(e);
      throw e;
    }
    try {
      database.dialect().commit(connection);
      return result;
    } catch (SQLException e) {
      boolean definite = database.errors().failure(e).isDefinite();
      undo(e);
      if (definite) {
        throw e;
      }
      throw database.errors().lost(e, doing);
    }
  }

  /** Opens a snapshot on this session, which ends with it. */
  public Snapshot openSnapshot(String doing) {
    try {
      database.dialect().beginSnapshot(connection);
      return new Snapshot(this, new Transaction(connection, sql));
    } catch (SQLException | RuntimeException e) {
      undo(e);
      close();
      throw refused(e, doing);
    }
  }

  /** A connection that cannot be put back as it was is given up. */
  void endSnapshot() {
    try {
      database.dialect().rollback(connection);
    } catch (SQLException e) {
      database.evict(connection);
    }
  }

  /** Takes a lock of this session if it is free. Only where the dialect has them. */
  public boolean tryLock(String name) {
    try {
      return database.dialect().tryLock(connection, name);
    } catch (SQLException e) {
      throw refused(e, "take the lock " + name);
    }
  }

  /** Whether this session still holds the lock. */
  public boolean holdsLock(String name) {
    try {
      return database.dialect().holdsLock(connection, name);
    } catch (SQLException e) {
      throw refused(e, "look at the lock " + name);
    }
  }

  /** Gives a lock back. A connection that broke has given it back by breaking. */
  public void unlock(String name) {
    try {
      if (connection.isValid(1)) {
        database.dialect().unlock(connection, name);
      }
    } catch (SQLException e) {
      database.evict(connection);
    }
  }

  /** Sets something of this connection that outlives a transaction. */
  public void configure(Setting setting) {
    try {
      setting.applyTo(connection);
    } catch (SQLException e) {
      database.evict(connection);
      throw refused(e, "set up a connection");
    }
  }

  /** A setting of a connection. */
  @FunctionalInterface
  public interface Setting {
    void applyTo(Connection connection) throws SQLException;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      database.evict(connection);
    }
  }

  private void undo(Throwable because) {
    try {
      database.dialect().rollback(connection);
    } catch (SQLException e) {
      because.addSuppressed(e);
      database.evict(connection);
    }
  }

  private RuntimeException refused(Throwable thrown, String doing) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return database.errors().refused(thrown, doing);
  }
}
