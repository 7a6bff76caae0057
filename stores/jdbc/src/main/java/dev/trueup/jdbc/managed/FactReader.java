package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.Snapshot;
import dev.trueup.jdbc.Transaction;
import java.math.BigDecimal;
import java.sql.ResultSet;
import org.jooq.Cursor;
import org.jooq.ResultQuery;
import org.jspecify.annotations.Nullable;

/** Asks a snapshot about the facts of one source. */
final class FactReader {
  private final Snapshot snapshot;
  private final FactShape shape;
  private final FactQueries queries;
  private final SubjectKeys keys;

  FactReader(Snapshot snapshot, FactShape shape, FactQueries queries) {
    this.snapshot = snapshot;
    this.shape = shape;
    this.queries = queries;
    this.keys = new SubjectKeys(shape);
  }

  Dialect dialect() {
    return snapshot.dialect();
  }

  FactShape shape() {
    return shape;
  }

  FactQueries queries() {
    return queries;
  }

  SubjectKeys keys() {
    return keys;
  }

  <T extends @Nullable Object> T ask(String doing, Transaction.Work<T> work) {
    return snapshot.ask(doing + " in " + shape.place(), work);
  }

  Cursor<?> open(ResultQuery<?> query) {
    return queries.bounded(query).fetchLazy();
  }

  static ResultSet rows(Cursor<?> cursor) {
    ResultSet rows = cursor.resultSet();
    if (rows == null) {
      throw new IllegalStateException("The cursor is closed.");
    }
    return rows;
  }

  long whole(Subject subject, @Nullable String number) {
    if (number == null) {
      return 0;
    }
    try {
      return new BigDecimal(number).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new SourceRefusedException(
          "The amounts of "
              + subject
              + " in "
              + shape.place()
              + " make "
              + number
              + ", which is no whole number of 64 bits.",
          e);
    }
  }
}
