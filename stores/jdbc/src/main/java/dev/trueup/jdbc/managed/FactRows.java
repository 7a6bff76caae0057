package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.store.SourceSnapshot.Fact;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Cursor;
import org.jooq.Field;
import org.jooq.impl.DSL;

/** Single facts, for explaining drift. */
final class FactRows {
  private static final int KEYS_MAX = 1_000;

  private final FactReader reader;
  private final FactShape shape;
  private final FactQueries queries;
  private final SubjectKeys keys;

  FactRows(FactReader reader) {
    this.reader = reader;
    this.shape = reader.shape();
    this.queries = reader.queries();
    this.keys = reader.keys();
  }

  List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
    StampColumn created = shape.created();
    StampColumn deleted = shape.deleted();
    Condition appeared = created.from(from.factsBefore()).and(created.before(to.factsBefore()));
    Condition changed = appeared;
    if (deleted != null) {
      changed =
          changed.or(
              created
                  .before(from.factsBefore())
                  .and(deleted.stampedFrom(from.eventsBefore()))
                  .and(deleted.before(to.eventsBefore())));
    }
    return facts(subject, shape.predicate().and(changed), limit);
  }

  List<Fact> factsById(Subject subject, Collection<String> ids) {
    KeyColumn id = shape.id();
    if (id == null) {
      return List.of();
    }
    List<Object> values = new ArrayList<>();
    for (String text : new HashSet<>(ids)) {
      Object value = id.value(text);
      if (value != null) {
        values.add(value);
      }
    }
    List<Fact> facts = new ArrayList<>();
    for (List<Object> part : SubjectOrder.parts(values, KEYS_MAX)) {
      facts.addAll(facts(subject, id.among(part), Integer.MAX_VALUE));
    }
    return facts.stream().filter(fact -> ids.contains(fact.id())).toList();
  }

  private List<Fact> facts(Subject subject, Condition which, int limit) {
    KeyColumn id = shape.id();
    List<Object> key = keys.values(subject);
    if (id == null || key == null || limit <= 0) {
      return List.of();
    }
    List<Field<?>> fields = queries.keyFields();
    fields.add(id.field());
    fields.add(shape.created().field());
    fields.add(shape.amount().as("trueup_amount"));
    fields.add(
        DSL.when(shape.predicate().and(queries.notDeleted()), DSL.inline(1)).else_(DSL.inline(0)));
    int at = shape.subject().size();
    return reader.ask(
        "list facts",
        transaction -> {
          List<Fact> facts = new ArrayList<>();
          try (Cursor<?> cursor =
              reader.open(
                  transaction
                      .sql()
                      .select(fields)
                      .from(shape.relation())
                      .where(queries.ofSubjects(List.of(key)))
                      .and(which)
                      .orderBy(id.order())
                      .limit(limit))) {
            ResultSet row = FactReader.rows(cursor);
            while (row.next()) {
              String text = row.getString(at + 1);
              if (text != null && keys.text(row).equals(subject.key())) {
                Instant createdAt = shape.created().read(row, at + 2);
                facts.add(
                    new Fact(
                        id.text(text),
                        createdAt == null || createdAt.isBefore(Windows.BEFORE_ALL)
                            ? Windows.BEFORE_ALL
                            : createdAt,
                        reader.whole(subject, row.getString(at + 3)),
                        row.getInt(at + 4) == 1));
              }
            }
          }
          return facts;
        });
  }
}
