package dev.trueup.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * One moment of the database, held until it is closed. It cannot write. For one thread at a time;
 * an open snapshot keeps the database from cleaning up, so it is not to be kept long.
 */
public final class Snapshot implements AutoCloseable {
  private final Session session;
  private final Transaction transaction;

  Snapshot(Session session, Transaction transaction) {
    this.session = session;
    this.transaction = transaction;
  }

  public Dialect dialect() {
    return session.database().dialect();
  }

  /** Runs a question in the snapshot. */
  public <T extends @Nullable Object> T ask(String doing, Transaction.Work<T> work) {
    try {
      return work.run(transaction);
    } catch (SQLException | RuntimeException e) {
      throw session.database().errors().refused(e, doing);
    }
  }

  /** Gives the connection back, whatever became of it. */
  @Override
  public void close() {
    session.endSnapshot();
    session.close();
  }
}
