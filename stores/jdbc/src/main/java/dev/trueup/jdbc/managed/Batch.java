package dev.trueup.jdbc.managed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/** One statement for many rows, sent together. */
final class Batch {
  private Batch() {}

  /** Sets the parameters of one row. */
  @FunctionalInterface
  interface Row<T> {
    void bind(Parameters parameters, T row) throws SQLException;
  }

  /** The parameters of a statement, set in their order. */
  static final class Parameters {
    private final PreparedStatement statement;
    private int index;

    private Parameters(PreparedStatement statement) {
      this.statement = statement;
    }

    Parameters add(long value) throws SQLException {
      statement.setLong(++index, value);
      return this;
    }

    Parameters add(String value) throws SQLException {
      statement.setString(++index, value);
      return this;
    }
  }

  /**
   * Runs the statement for every row, in order.
   *
   * @return how many rows of the table each of them wrote
   */
  static <T> int[] run(Connection connection, String sql, Collection<T> rows, Row<T> binder)
      throws SQLException {
    if (rows.isEmpty()) {
      return new int[0];
    }
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      Parameters parameters = new Parameters(statement);
      for (T row : rows) {
        parameters.index = 0;
        binder.bind(parameters, row);
        statement.addBatch();
      }
      return statement.executeBatch();
    }
  }
}
