package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.StoppedException;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.Failure;
import dev.trueup.jdbc.Transaction;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jooq.Select;
import org.jspecify.annotations.Nullable;

/** Runs a question of {@link SideBySide} and reads its answer row by row. For one answer. */
final class SampleReader {
  private static final int ROWS_BETWEEN_LOOKS = 1_000;

  private final String counter;
  private final Dialect dialect;
  private final int keys;
  private final Watch watch;
  private long factsWithoutSubject;

  SampleReader(String counter, Dialect dialect, int keys, Watch watch) {
    this.counter = counter;
    this.dialect = dialect;
    this.keys = keys;
    this.watch = watch;
  }

  /** Rows that count and name no subject, among those read so far. */
  long factsWithoutSubject() {
    return factsWithoutSubject;
  }

  long count(Transaction transaction, Select<?> question) throws SQLException {
    long[] count = new long[1];
    run(transaction, question, rows -> count[0] = rows.getLong(1));
    return count[0];
  }

  /** Gives every subject that the counter is about, or that the target does not have at all. */
  void read(Transaction transaction, Select<?> question, Consumer<Sample> each)
      throws SQLException {
    run(
        transaction,
        question,
        rows -> {
          Sample sample = sample(rows);
          if (sample != null) {
            each.accept(sample);
          }
        });
  }

  private interface RowConsumer {
    void accept(ResultSet rows) throws SQLException;
  }

  private void run(Transaction transaction, Select<?> question, RowConsumer each)
      throws SQLException {
    // Values stand in the text: a question mark of the user's own SQL is no place for a value.
    String text = transaction.sql().renderInlined(question);
    try (Statement statement = transaction.connection().createStatement();
        Stopping stopping = new Stopping(statement, watch)) {
      statement.setFetchSize(dialect.fetchSize());
      try (ResultSet rows = stopping.query(text)) {
        for (long read = 0; rows.next(); read++) {
          if (read % ROWS_BETWEEN_LOOKS == 0 && watch.isStopped()) {
            throw stopped();
          }
          each.accept(rows);
        }
      }
    } catch (SQLException e) {
      if (watch.isStopped() && dialect.failure(e) == Failure.STOPPED) {
        throw stopped();
      }
      throw e;
    }
  }

  private @Nullable Sample sample(ResultSet rows) throws SQLException {
    String key = key(rows);
    int scope = rows.getInt("scope");
    boolean present = !rows.wasNull();
    long facts = rows.getLong("facts");
    if (key == null) {
      factsWithoutSubject += facts;
      return null;
    }
    if (present && scope == 0) {
      return null;
    }
    String digest = rows.getString("digest");
    return new Sample(
        new Subject(key),
        present,
        rows.getString("stored"),
        number(key, rows.getString("truth")),
        facts,
        digest == null ? "" : digest);
  }

  private @Nullable String key(ResultSet rows) throws SQLException {
    List<String> parts = new ArrayList<>(keys);
    for (int i = 0; i < keys; i++) {
      String part = rows.getString(SideBySide.key(i));
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    String key = CompositeKey.text(parts);
    return key.isEmpty() ? null : key;
  }

  private BigDecimal number(String key, @Nullable String total) {
    if (total == null) {
      return BigDecimal.ZERO;
    }
    try {
      return new BigDecimal(total);
    } catch (NumberFormatException e) {
      throw new SourceRefusedException(
          counter
              + ": the amounts of subject "
              + key
              + " add up to "
              + total
              + ", which is no number. Nothing was changed.",
          e);
    }
  }

  private StoppedException stopped() {
    return new StoppedException("The audit of " + counter + " was stopped. Nothing was changed.");
  }
}
