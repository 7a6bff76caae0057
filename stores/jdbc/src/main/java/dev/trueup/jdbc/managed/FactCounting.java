package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.jdbc.Transaction;
import dev.trueup.store.SourceSnapshot.Truth;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Counts facts, in sets. */
final class FactCounting {
  private static final int KEYS_MAX = 1_000;
  private static final int COMPOSITE_KEYS_MAX = 200;

  private final FactReader reader;
  private final FactShape shape;
  private final FactQueries queries;
  private final SubjectKeys keys;

  FactCounting(FactReader reader) {
    this.reader = reader;
    this.shape = reader.shape();
    this.queries = reader.queries();
    this.keys = reader.keys();
  }

  Map<Subject, Truth> count(
      Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
    Map<Subject, Truth> truths = new HashMap<>();
    List<List<Object>> values = new ArrayList<>();
    for (Subject subject : subjects) {
      List<Object> key = keys.values(subject);
      if (truths.put(subject, Truth.ZERO) == null && key != null) {
        values.add(key);
      }
    }
    for (List<List<Object>> part : parts(values)) {
      reader.ask(
          "count",
          transaction -> {
            count(transaction, part, factsBefore, asOf, truths);
            return part.size();
          });
    }
    return truths;
  }

  private void count(
      Transaction transaction,
      List<List<Object>> part,
      Instant factsBefore,
      @Nullable Instant asOf,
      Map<Subject, Truth> truths)
      throws SQLException {
    Condition scope = shape.created().before(factsBefore);
    StampColumn deleted = shape.deleted();
    Condition counts =
        asOf == null || deleted == null
            ? queries.notDeleted()
            : queries.notDeleted().or(deleted.stampedFrom(asOf));
    List<Field<?>> fields = queries.keyFields();
    fields.add(queries.amountOf(scope));
    fields.add(queries.countOf(scope));
    fields.add(queries.notWholeOf(scope));
    fields.add(queries.malformed());
    Set<Subject> asked = Set.copyOf(truths.keySet());
    int at = shape.subject().size();
    try (Cursor<?> cursor =
        reader.open(
            transaction
                .sql()
                .select(fields)
                .from(shape.relation())
                .where(shape.predicate())
                .and(counts)
                .and(queries.ofSubjects(part))
                .groupBy(queries.keyOrder()))) {
      ResultSet row = FactReader.rows(cursor);
      while (row.next()) {
        Subject subject = keys.subject(row);
        refuseUnlessSound(subject, row.getLong(at + 3), row.getLong(at + 4));
        if (asked.contains(subject)) {
          Truth truth =
              new Truth(reader.whole(subject, row.getString(at + 1)), row.getLong(at + 2));
          truths.merge(subject, truth, FactCounting::plus);
        }
      }
    }
  }

  private static Truth plus(Truth one, Truth other) {
    return new Truth(
        Math.addExact(one.value(), other.value()), Math.addExact(one.facts(), other.facts()));
  }

  long tail(Subject subject, Watermark watermark) {
    List<Object> key = keys.values(subject);
    if (key == null) {
      return 0;
    }
    StampColumn created = shape.created();
    StampColumn deleted = shape.deleted();
    Condition since = created.from(watermark.factsBefore());
    Condition added = since.and(queries.notDeleted());
    Condition gone =
        deleted == null || !shape.definition().immutable()
            ? DSL.falseCondition()
            : created
                .before(watermark.factsBefore())
                .and(deleted.stampedFrom(watermark.eventsBefore()));
    return reader.ask(
        "count the newest facts",
        transaction -> {
          List<Field<?>> fields = queries.keyFields();
          fields.add(queries.amountOf(added));
          fields.add(queries.amountOf(gone));
          fields.add(queries.notWholeOf(DSL.trueCondition()));
          long tail = 0;
          int at = shape.subject().size();
          try (Cursor<?> cursor =
              reader.open(
                  transaction
                      .sql()
                      .select(fields)
                      .from(shape.relation())
                      .where(shape.predicate())
                      .and(queries.ofSubjects(List.of(key)))
                      .and(since.or(gone))
                      .groupBy(queries.keyOrder()))) {
            ResultSet row = FactReader.rows(cursor);
            while (row.next()) {
              if (keys.text(row).equals(subject.key())) {
                refuseUnlessSound(subject, row.getLong(at + 3), 0);
                tail = Math.addExact(tail, reader.whole(subject, row.getString(at + 1)));
                tail = Math.subtractExact(tail, reader.whole(subject, row.getString(at + 2)));
              }
            }
          }
          return tail;
        });
  }

  private List<List<List<Object>>> parts(List<List<Object>> values) {
    return SubjectOrder.parts(values, shape.subject().size() == 1 ? KEYS_MAX : COMPOSITE_KEYS_MAX);
  }

  private void refuseUnlessSound(Subject subject, long notWhole, long malformed) {
    if (notWhole > 0) {
      throw new SourceRefusedException(
          notWhole
              + " rows of "
              + subject
              + " in "
              + shape.place()
              + " have an amount ("
              + shape.definition().amount()
              + ") that is no whole number. A managed counter adds exact whole numbers.");
    }
    if (malformed > 0) {
      throw new SourceRefusedException(
          malformed
              + " rows of "
              + subject
              + " in "
              + shape.place()
              + " have stamps in another form than "
              + shape.created().form()
              + "; all have to be written in the same form. Correct them, or leave them out with"
              + " where.");
    }
  }
}
