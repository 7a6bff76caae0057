package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Transaction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Lists subjects, page by page in the source's own order, and finds the newest stamp. */
final class FactListing {
  /** Rows that are looked at to count subjects where the database has no statistics. */
  private static final int COUNTED_MAX = 100_000;

  private final FactReader reader;
  private final FactShape shape;
  private final FactQueries queries;
  private final SubjectKeys keys;

  FactListing(FactReader reader) {
    this.reader = reader;
    this.shape = reader.shape();
    this.queries = reader.queries();
    this.keys = reader.keys();
  }

  Optional<Instant> newestStamp() {
    Optional<Instant> created = newest(shape.created());
    StampColumn deletedColumn = shape.deleted();
    Optional<Instant> deleted = deletedColumn == null ? Optional.empty() : newest(deletedColumn);
    if (created.isPresent() && deleted.isPresent()) {
      return created.get().isAfter(deleted.get()) ? created : deleted;
    }
    return created.or(() -> deleted);
  }

  private Optional<Instant> newest(StampColumn column) {
    return reader.ask(
        "find the newest " + column.name(),
        transaction -> {
          try (Cursor<?> cursor =
              reader.open(
                  transaction
                      .sql()
                      .select(DSL.max(column.field()))
                      .from(shape.relation())
                      .where(shape.predicate()))) {
            ResultSet row = FactReader.rows(cursor);
            return row.next() ? Optional.ofNullable(column.read(row, 1)) : Optional.empty();
          }
        });
  }

  List<Subject> subjects(@Nullable Subject after, int limit) {
    List<Field<?>> fields = queries.keyFields();
    return reader.ask(
        "list subjects",
        transaction ->
            page(
                transaction
                    .sql()
                    .select(fields)
                    .from(shape.relation())
                    .where(shape.predicate())
                    .and(queries.hasSubject())
                    .and(queries.past(after(after)))
                    .groupBy(queries.keyOrder())
                    .orderBy(queries.keyOrder())
                    .limit(limit)));
  }

  List<Subject> changedSince(Instant created, Instant deleted, @Nullable Subject after, int limit) {
    StampColumn deletedColumn = shape.deleted();
    Condition changed = shape.created().from(created);
    Condition gone = deletedColumn == null ? null : deletedColumn.stampedFrom(deleted);
    return reader.ask(
        "list the subjects that changed",
        transaction -> {
          // Each half can be answered from the index on its own stamp.
          Select<Record> ids = changedRows(transaction, changed, after);
          if (gone != null) {
            ids = ids.union(changedRows(transaction, gone, after));
          }
          Table<?> changedKeys = ids.asTable("trueup_changed");
          List<Field<?>> order = new ArrayList<>();
          int orders = queries.keyOrder().size();
          for (int i = 0; i < orders; i++) {
            order.add(changedKeys.field(shape.subject().size() + i));
          }
          List<Field<?>> key = new ArrayList<>();
          for (int i = 0; i < shape.subject().size(); i++) {
            key.add(changedKeys.field(i));
          }
          return page(transaction.sql().select(key).from(changedKeys).orderBy(order).limit(limit));
        });
  }

  /**
   * The planner's statistics know the table's keys, those included of rows that do not count. Where
   * there are none, a small source is counted, and a large one is not.
   */
  OptionalLong subjectsEstimate() {
    String table = shape.definition().table();
    return reader.ask(
        "estimate the number of subjects",
        transaction -> {
          OptionalLong known =
              table == null
                  ? OptionalLong.empty()
                  : reader
                      .dialect()
                      .keysByStatistics(
                          transaction.connection(),
                          DSL.name(table.split("\\.")),
                          shape.definition().subject());
          return known.isPresent() ? known : countedIfFew(transaction);
        });
  }

  private OptionalLong countedIfFew(Transaction transaction) {
    Table<?> rows =
        transaction
            .sql()
            .select(DSL.inline(1).as("one"))
            .from(shape.relation())
            .limit(COUNTED_MAX + 1)
            .asTable("trueup_rows");
    if (transaction.sql().fetchCount(rows) > COUNTED_MAX) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(
        transaction
            .sql()
            .fetchCount(
                transaction
                    .sql()
                    .select(DSL.inline(1).as("one"))
                    .from(shape.relation())
                    .where(shape.predicate())
                    .and(queries.hasSubject())
                    .groupBy(queries.keyOrder())));
  }

  private Select<Record> changedRows(
      Transaction transaction, Condition which, @Nullable Subject after) {
    List<Field<?>> fields = new ArrayList<>();
    for (Field<?> field : queries.keyFields()) {
      fields.add(field.as("key_" + fields.size()));
    }
    for (Field<?> field : queries.keyOrder()) {
      fields.add(field.as("order_" + fields.size()));
    }
    return transaction
        .sql()
        .select(fields)
        .from(shape.relation())
        .where(shape.predicate())
        .and(queries.hasSubject())
        .and(which)
        .and(queries.past(after(after)))
        .groupBy(queries.keyOrder());
  }

  private @Nullable List<Object> after(@Nullable Subject after) {
    if (after == null) {
      return null;
    }
    List<Object> key = keys.values(after);
    if (key == null) {
      throw new SourceRefusedException(
          "The place where listing "
              + shape.place()
              + " stopped, "
              + after
              + ", is no key of it any more; its columns were changed. Start the sweep anew.");
    }
    return key;
  }

  private List<Subject> page(ResultQuery<?> query) throws SQLException {
    List<Subject> page = new ArrayList<>();
    try (Cursor<?> cursor = reader.open(query)) {
      ResultSet row = FactReader.rows(cursor);
      while (row.next()) {
        page.add(keys.subject(row));
      }
    }
    return page;
  }
}
