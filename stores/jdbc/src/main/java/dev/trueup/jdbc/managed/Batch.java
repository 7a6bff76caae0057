package dev.trueup.jdbc.managed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** One statement for many rows, sent together. */
public final class Batch {
  private Batch() {}

  /** Sets the parameters of one row. */
  @FunctionalInterface
  public interface Row<T> {
    void bind(Parameters parameters, T row) throws SQLException;
  }

  /** The parameters of a statement, set in their order. */
  public static final class Parameters {
    private final PreparedStatement statement;
    private int index;

    private Parameters(PreparedStatement statement) {
      this.statement = statement;
    }

    public Parameters add(long value) throws SQLException {
      statement.setLong(++index, value);
      return this;
    }

    public Parameters add(String value) throws SQLException {
      statement.setString(++index, value);
      return this;
    }

    public Parameters addNullable(@Nullable String value) throws SQLException {
      statement.setString(++index, value);
      return this;
    }

    public Parameters addNullable(@Nullable Long value) throws SQLException {
      if (value == null) {
        statement.setNull(++index, Types.BIGINT);
        return this;
      }
      return add(value.longValue());
    }
  }

  /**
   * Runs the statement for every row, in order.
   *
   * @return how many rows of the table each of them wrote
   */
  public static <T> int[] run(Connection connection, String sql, Collection<T> rows, Row<T> binder)
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
