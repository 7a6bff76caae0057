package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.when;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** The parts that questions about facts are put together from. */
final class FactQueries {
  private final FactShape shape;
  private final int secondsMax;

  FactQueries(FactShape shape, Duration statementMax) {
    this.shape = shape;
    this.secondsMax = (int) Math.max(1, Math.min(Integer.MAX_VALUE, statementMax.toSeconds()));
  }

  /** The rows are those of the given subjects, each in the parts of its key. */
  Condition ofSubjects(List<List<Object>> keys) {
    List<KeyColumn> columns = shape.subject();
    if (columns.size() == 1) {
      return columns.get(0).among(keys.stream().map(key -> key.get(0)).toList());
    }
    Condition any = DSL.noCondition();
    for (List<Object> key : keys) {
      Condition all = DSL.noCondition();
      for (int i = 0; i < columns.size(); i++) {
        all = all.and(columns.get(i).is(key.get(i)));
      }
      any = any.or(all);
    }
    return any;
  }

  /** No part of the key is missing: the row belongs to a subject. */
  Condition hasSubject() {
    Condition all = DSL.noCondition();
    for (KeyColumn column : shape.subject()) {
      all = all.and(column.field().isNotNull());
    }
    return all;
  }

  /** The row counts, as it stands now. */
  Condition notDeleted() {
    StampColumn deleted = shape.deleted();
    return deleted == null ? DSL.trueCondition() : deleted.field().isNull();
  }

  /** The sum of amounts over the rows in scope. */
  Field<?> amountOf(Condition scope) {
    return sum(when(scope, shape.amount().coerce(Long.class)).else_(inline(0L)));
  }

  Field<?> countOf(Condition scope) {
    return DSL.count(when(scope, inline(1)));
  }

  /** How many rows in scope cannot be counted exactly. */
  Field<?> notWholeOf(Condition scope) {
    Condition notWhole = shape.notWhole();
    return notWhole == null ? inline(0) : countOf(scope.and(notWhole));
  }

  /** How many rows have stamps that cannot be compared. */
  Field<?> malformed() {
    Condition any = DSL.noCondition();
    Condition created = shape.created().malformed();
    if (created != null) {
      any = any.or(created);
    }
    StampColumn deletedColumn = shape.deleted();
    Condition deleted = deletedColumn == null ? null : deletedColumn.malformed();
    if (deleted != null) {
      any = any.or(deleted);
    }
    return created == null && deleted == null ? inline(0) : countOf(any);
  }

  /** What tells the keys apart, to group and order by. */
  List<Field<Object>> keyOrder() {
    List<Field<Object>> order = new ArrayList<>();
    shape.subject().forEach(column -> order.addAll(column.order()));
    return order;
  }

  /** The columns of the key, as {@link SubjectKeys#read} takes them. */
  List<Field<?>> keyFields() {
    List<Field<?>> fields = new ArrayList<>();
    shape.subject().forEach(column -> fields.add(column.field()));
    return fields;
  }

  /**
   * The key comes after the given one, in the order of {@link #keyOrder}. The first comparison
   * stands alone too, so that an index is entered at the right place.
   */
  Condition past(@Nullable List<Object> key) {
    if (key == null) {
      return DSL.noCondition();
    }
    List<Field<Object>> fields = keyOrder();
    List<Field<Object>> values = new ArrayList<>();
    for (int i = 0; i < key.size(); i++) {
      values.addAll(shape.subject().get(i).orderValues(key.get(i)));
    }
    int last = fields.size() - 1;
    Condition past = fields.get(last).gt(values.get(last));
    for (int i = last - 1; i >= 0; i--) {
      past = fields.get(i).gt(values.get(i)).or(fields.get(i).eq(values.get(i)).and(past));
    }
    return last == 0 ? past : fields.get(0).ge(values.get(0)).and(past);
  }

  <R extends Record> ResultQuery<R> bounded(ResultQuery<R> query) {
    return query.queryTimeout(secondsMax);
  }
}
