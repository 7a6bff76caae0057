package dev.trueup.jdbc.managed;

import dev.trueup.counter.Windows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * A column that says when something happened. Boundaries are compared in the column's own type, so
 * that an index on it can be used.
 */
abstract class StampColumn {
  /** Within what every database can hold; no boundary of a real source is outside. */
  private static final Instant EARLIEST = Instant.parse("0001-01-02T00:00:00Z");

  private static final Instant LATEST = Instant.parse("9999-12-30T00:00:00Z");

  private final String name;
  private final Field<Object> field;

  StampColumn(String name, Field<Object> field) {
    this.name = name;
    this.field = field;
  }

  String name() {
    return name;
  }

  Field<Object> field() {
    return field;
  }

  /** What is to be selected in order to {@link #read} it. */
  Field<?> selected() {
    return field;
  }

  /** The stamp of a row; null where there is none. */
  abstract @Nullable Instant read(ResultSet row, int index) throws SQLException;

  /** Less than the first stamp that stands for the boundary or a later instant. */
  protected abstract Condition less(Instant boundary);

  /** At or past the first stamp that stands for the boundary or a later instant. */
  protected abstract Condition notLess(Instant boundary);

  /** A condition that no row of a well-kept column meets; null where the type sees to it. */
  @Nullable Condition malformed() {
    return null;
  }

  /** What a well-formed stamp looks like, for messages. */
  String form() {
    return "a stamp";
  }

  /** Stamped before the boundary, or not at all. */
  final Condition before(Instant boundary) {
    return field.isNull().or(less(inRange(boundary)));
  }

  /** Stamped at or after the boundary; what has no stamp was there before all. */
  final Condition from(Instant boundary) {
    return boundary.isAfter(Windows.BEFORE_ALL) ? notLess(inRange(boundary)) : DSL.trueCondition();
  }

  /** Stamped, at or after the boundary. */
  final Condition stampedFrom(Instant boundary) {
    return boundary.isAfter(Windows.BEFORE_ALL) ? notLess(inRange(boundary)) : field.isNotNull();
  }

  private static Instant inRange(Instant boundary) {
    return boundary.isBefore(EARLIEST) ? EARLIEST : boundary.isAfter(LATEST) ? LATEST : boundary;
  }
}
