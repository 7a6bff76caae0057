package dev.trueup.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import org.jooq.DSLContext;

/**
 * What work inside a transaction may use. Not to be kept past it, nor committed by hand.
 *
 * @param connection for reading large results row by row
 * @param sql for everything else
 */
public record Transaction(Connection connection, DSLContext sql) {
  /** Work that may run more than once; it has no effects but those on the database. */
  @FunctionalInterface
  public interface Work<T extends @org.jspecify.annotations.Nullable Object> {
    T run(Transaction transaction) throws SQLException;
  }
}
