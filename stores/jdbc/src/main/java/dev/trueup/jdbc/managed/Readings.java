package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.managed.Tables.Cells;
import dev.trueup.jdbc.managed.Tables.Heads;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.StoredSubject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** Questions. None of them writes or waits for a writer. */
final class Readings {
  private final Among among;
  private final ChangeTable changes;

  Readings(Among among, ChangeTable changes) {
    this.among = among;
    this.changes = changes;
  }

  /** Parts that one statement answers. */
  List<List<Subject>> parts(List<Subject> subjects) {
    return among.parts(subjects);
  }

  /** Heads beside their cells: one statement, hence one moment. */
  Map<Subject, StoredSubject> read(Transaction transaction, int counterId, List<Subject> part) {
    List<Field<?>> columns = new ArrayList<>(LockedHead.COLUMNS);
    columns.add(Cells.FACT_WINDOW);
    columns.add(Cells.EVENT_WINDOW);
    columns.add(Cells.AMOUNT);
    Map<Subject, Head> heads = new HashMap<>();
    Map<Subject, Map<Cell, Long>> cells = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(columns)
            .from(Heads.TABLE)
            .leftJoin(Cells.TABLE)
            .on(Cells.COUNTER.eq(Heads.COUNTER).and(Cells.SUBJECT.eq(Heads.SUBJECT)))
            .where(Heads.COUNTER.eq(counterId))
            .and(among.these(Heads.SUBJECT, part))
            .fetch()) {
      Subject subject = LockedHead.subjectOf(row);
      heads.computeIfAbsent(subject, s -> LockedHead.of(row).head());
      Long amount = row.get(Cells.AMOUNT);
      if (amount != null) {
        cells
            .computeIfAbsent(subject, s -> new HashMap<>())
            .put(CellTable.cell(row.get(Cells.FACT_WINDOW), row.get(Cells.EVENT_WINDOW)), amount);
      }
    }
    Map<Subject, StoredSubject> stored = new HashMap<>();
    heads.forEach(
        (subject, head) ->
            stored.put(subject, new StoredSubject(head, cells.getOrDefault(subject, Map.of()))));
    return stored;
  }

  Map<Subject, Head> heads(Transaction transaction, int counterId, List<Subject> part) {
    Map<Subject, Head> heads = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(LockedHead.COLUMNS)
            .from(Heads.TABLE)
            .where(Heads.COUNTER.eq(counterId))
            .and(among.these(Heads.SUBJECT, part))
            .fetch()) {
      heads.put(LockedHead.subjectOf(row), LockedHead.of(row).head());
    }
    return heads;
  }

  /** In a snapshot. */
  Map<Subject, RecordedSubject> examine(
      Transaction transaction, int counterId, Counter counter, List<Subject> subjects) {
    Map<Subject, Head> heads = new HashMap<>();
    for (List<Subject> part : among.parts(subjects)) {
      heads.putAll(heads(transaction, counterId, part));
    }
    Map<Subject, List<Change>> recorded = new HashMap<>();
    for (Change change : changes.of(transaction, counterId, counter, subjects, null)) {
      recorded.computeIfAbsent(change.subject(), s -> new ArrayList<>()).add(change);
    }
    Map<Subject, List<Change>> covered = changes.covered(transaction, counterId, counter, subjects);
    Map<Subject, RecordedSubject> examined = new HashMap<>();
    heads.forEach(
        (subject, head) ->
            examined.put(
                subject,
                new RecordedSubject(
                    head,
                    recorded.getOrDefault(subject, List.of()),
                    covered.getOrDefault(subject, List.of()))));
    return examined;
  }

  /** Subjects with cells or a mark. */
  List<Subject> candidates(
      Transaction transaction, int counterId, @Nullable Subject after, int limit) {
    var withCells =
        select(Cells.SUBJECT.as("subject"))
            .from(Cells.TABLE)
            .where(Cells.COUNTER.eq(counterId))
            .and(past(Cells.SUBJECT, after))
            .groupBy(Cells.SUBJECT)
            .orderBy(Cells.SUBJECT)
            .limit(limit)
            .asTable("with_cells");
    // The number stands in the text of the statement: a partial index is only used for what is
    // known when it is planned.
    var marked =
        select(Heads.SUBJECT.as("subject"))
            .from(Heads.TABLE)
            .where(Heads.COUNTER.eq(counterId))
            .and(Heads.MARKED.eq(DSL.inline(1)))
            .and(past(Heads.SUBJECT, after))
            .orderBy(Heads.SUBJECT)
            .limit(limit)
            .asTable("marked_heads");
    Field<String> subject = field(name("subject"), SQLDataType.VARCHAR);
    return transaction
        .sql()
        .select(withCells.field("subject", String.class))
        .from(withCells)
        .union(select(marked.field("subject", String.class)).from(marked))
        .orderBy(subject)
        .limit(limit)
        .fetch(row -> new Subject(row.value1()));
  }

  /** Subjects with a head. */
  List<Subject> subjects(
      Transaction transaction, int counterId, @Nullable Subject after, int limit) {
    return transaction
        .sql()
        .select(Heads.SUBJECT)
        .from(Heads.TABLE)
        .where(Heads.COUNTER.eq(counterId))
        .and(past(Heads.SUBJECT, after))
        .orderBy(Heads.SUBJECT)
        .limit(limit)
        .fetch(row -> new Subject(row.value1()));
  }

  private static Condition past(Field<String> column, @Nullable Subject after) {
    return after == null ? DSL.noCondition() : column.gt(after.key());
  }
}
