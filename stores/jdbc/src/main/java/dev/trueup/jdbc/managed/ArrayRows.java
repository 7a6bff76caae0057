package dev.trueup.jdbc.managed;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows sent as one array per column, for databases that have arrays: one statement for any number.
 */
final class ArrayRows implements AutoCloseable {
  private final PreparedStatement statement;
  private final Connection connection;
  private final List<Array> arrays = new ArrayList<>();
  private int index;

  ArrayRows(Connection connection, String sql) throws SQLException {
    this.connection = connection;
    this.statement = connection.prepareStatement(sql);
  }

  ArrayRows add(int value) throws SQLException {
    statement.setInt(++index, value);
    return this;
  }

  ArrayRows texts(Object[] column) throws SQLException {
    return array("text", column);
  }

  ArrayRows numbers(Object[] column) throws SQLException {
    return array("int8", column);
  }

  private ArrayRows array(String type, Object[] column) throws SQLException {
    Array array = connection.createArrayOf(type, column);
    arrays.add(array);
    statement.setArray(++index, array);
    return this;
  }

  PreparedStatement statement() {
    return statement;
  }

  @Override
  public void close() throws SQLException {
    for (Array array : arrays) {
      array.free();
    }
    statement.close();
  }
}
