package dev.trueup.jdbc.adopted;

import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.Transaction;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one side in the order of their keys' UTF-8 bytes, read one at a time: two of them can
 * be walked side by side, whatever databases they come from. Rows without a whole key come at
 * either end, or in between, and are passed over. For one thread.
 */
final class OrderedRows implements AutoCloseable {
  private final Statement statement;
  private final ResultSet rows;
  private final int keys;
  private @Nullable List<String> key;
  private long factsWithoutKey;

  OrderedRows(Transaction transaction, Dialect dialect, Select<?> question, int keys)
      throws SQLException {
    this.keys = keys;
    this.statement = transaction.connection().createStatement();
    statement.setFetchSize(dialect.fetchSize());
    this.rows = statement.executeQuery(transaction.sql().renderInlined(question));
  }

  /** Moves to the next row that has a key, if there is one. */
  void advance() throws SQLException {
    key = null;
    while (key == null && rows.next()) {
      List<String> parts = new ArrayList<>(keys);
      for (int i = 0; i < keys; i++) {
        String part = rows.getString(SideBySide.key(i));
        if (part != null) {
          parts.add(part);
        }
      }
      if (parts.size() == keys && !(keys == 1 && parts.get(0).isEmpty())) {
        key = parts;
      } else {
        factsWithoutKey += rows.getLong("facts");
      }
    }
  }

  /** The key of the current row; null past the last one. */
  @Nullable List<String> key() {
    return key;
  }

  ResultSet current() {
    return rows;
  }

  long factsWithoutKey() {
    return factsWithoutKey;
  }

  /** Negative where this side's row comes first, zero where both are about the same subject. */
  int compareTo(OrderedRows other) {
    List<String> ours = key;
    List<String> theirs = other.key;
    if (ours == null || theirs == null) {
      return ours == null ? (theirs == null ? 0 : 1) : -1;
    }
    int order = 0;
    for (int i = 0; order == 0 && i < keys; i++) {
      order =
          Arrays.compareUnsigned(
              ours.get(i).getBytes(StandardCharsets.UTF_8),
              theirs.get(i).getBytes(StandardCharsets.UTF_8));
    }
    return order;
  }

  @Override
  public void close() throws SQLException {
    rows.close();
    statement.close();
  }
}
