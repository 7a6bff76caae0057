package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.noCondition;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.managed.Tables.Changes;
import dev.trueup.jdbc.managed.Tables.Covered;
import dev.trueup.store.CounterStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** The changes that cells are made of, and those that were answered COVERED. */
final class ChangeTable {
  /** A list of keys in one question; each is looked up by itself. */
  private static final int KEYS_MAX = 200;

  private final Among among;
  private final StoreSql statements;

  ChangeTable(Among among, StoreSql statements) {
    this.among = among;
    this.statements = statements;
  }

  /** Subject and id. */
  record Key(Subject subject, String id) {
    static Key of(Change change) {
      return new Key(change.subject(), change.id());
    }
  }

  /**
   * Records the changes whose id is not known; the heads are locked.
   *
   * @return for each, whether it was recorded
   */
  boolean[] add(Transaction transaction, int counterId, Counter counter, List<Change> changes)
      throws SQLException {
    if (changes.isEmpty()) {
      return new boolean[0];
    }
    if (among.arrays()) {
      return ArraySql.addChanges(transaction.connection(), counterId, counter, changes);
    }
    int[] written =
        Batch.run(
            transaction.connection(),
            statements.addChange,
            changes,
            (parameters, change) -> {
              Cell cell = counter.cellOf(change);
              parameters
                  .add(counterId)
                  .add(change.subject().key())
                  .add(change.id())
                  .add(change.fact())
                  .add(change.amount())
                  .add(Micros.of(change.occurredAt()))
                  .add(Micros.of(change.factAt()))
                  .add(Micros.of(cell.factWindow()))
                  .add(Micros.of(cell.eventWindow()))
                  .add(counterId)
                  .add(change.subject().key())
                  .add(change.id());
            });
    boolean[] added = new boolean[written.length];
    for (int i = 0; i < written.length; i++) {
      if (written[i] != 0 && written[i] != 1) {
        throw new BrokenInvariantException(
            "The database did not say whether a change was written (it said "
                + written[i]
                + "); take options that rewrite batches out of its URL.");
      }
      added[i] = written[i] == 1;
    }
    return added;
  }

  /** The recorded changes under these keys. */
  Map<Key, Change> known(
      Transaction transaction, int counterId, Counter counter, Collection<Key> keys) {
    Map<Key, Change> known = new HashMap<>();
    for (List<Key> part : SubjectOrder.parts(List.copyOf(keys), KEYS_MAX)) {
      Map<Subject, List<String>> idsOf = new LinkedHashMap<>();
      part.forEach(
          key -> idsOf.computeIfAbsent(key.subject(), s -> new ArrayList<>()).add(key.id()));
      Condition any = noCondition();
      for (Map.Entry<Subject, List<String>> entry : idsOf.entrySet()) {
        any =
            any.or(
                Changes.SUBJECT
                    .eq(entry.getKey().key())
                    .and(among.texts(Changes.ID, entry.getValue())));
      }
      for (Record row : select(transaction, counterId, any)) {
        Change change = change(counter, row);
        known.put(Key.of(change), change);
      }
    }
    return known;
  }

  /** Every recorded change of the subjects, those inside the watermark only where one is given. */
  List<Change> of(
      Transaction transaction,
      int counterId,
      Counter counter,
      List<Subject> subjects,
      @Nullable Watermark inside) {
    List<Change> changes = new ArrayList<>();
    for (List<Subject> part : among.parts(subjects)) {
      Condition which = among.these(Changes.SUBJECT, part);
      if (inside != null) {
        which = which.and(isInside(inside));
      }
      for (Record row : select(transaction, counterId, which)) {
        changes.add(change(counter, row));
      }
    }
    return changes;
  }

  void drop(
      Transaction transaction, int counterId, List<Subject> subjects, @Nullable Watermark inside) {
    for (List<Subject> part : among.parts(subjects)) {
      Condition which = Changes.COUNTER.eq(counterId).and(among.these(Changes.SUBJECT, part));
      transaction
          .sql()
          .deleteFrom(Changes.TABLE)
          .where(inside == null ? which : which.and(isInside(inside)))
          .execute();
    }
  }

  /** Keeps covered changes in the slots that their mark numbers name. */
  void keepCovered(Transaction transaction, int counterId, Map<Change, Long> marks)
      throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.keepCovered,
        marks.entrySet(),
        (parameters, entry) -> {
          Change change = entry.getKey();
          parameters
              .add(counterId)
              .add(change.subject().key())
              .add(entry.getValue() % CounterStore.COVERED_KEPT_MAX)
              .add(entry.getValue())
              .add(change.id())
              .add(change.fact())
              .add(change.amount())
              .add(Micros.of(change.occurredAt()))
              .add(Micros.of(change.factAt()));
        });
  }

  /** The covered changes of the subjects, newest first, each id once. */
  Map<Subject, List<Change>> covered(
      Transaction transaction, int counterId, Counter counter, List<Subject> subjects) {
    Map<Subject, Map<String, Change>> covered = new HashMap<>();
    for (List<Subject> part : among.parts(subjects)) {
      for (Record row :
          transaction
              .sql()
              .select(
                  Covered.SUBJECT,
                  Covered.ID,
                  Covered.FACT,
                  Covered.AMOUNT,
                  Covered.OCCURRED_AT,
                  Covered.FACT_AT)
              .from(Covered.TABLE)
              .where(Covered.COUNTER.eq(counterId))
              .and(among.these(Covered.SUBJECT, part))
              .orderBy(Covered.SUBJECT, Covered.MARK.desc())
              .fetch()) {
        Subject subject = new Subject(row.get(Covered.SUBJECT));
        Change change =
            new Change(
                counter.name(),
                subject,
                row.get(Covered.AMOUNT),
                row.get(Covered.FACT),
                row.get(Covered.ID),
                Micros.toInstant(row.get(Covered.OCCURRED_AT)),
                Micros.toInstant(row.get(Covered.FACT_AT)));
        covered
            .computeIfAbsent(subject, s -> new LinkedHashMap<>())
            .putIfAbsent(change.id(), change);
      }
    }
    Map<Subject, List<Change>> result = new HashMap<>();
    covered.forEach((subject, changes) -> result.put(subject, List.copyOf(changes.values())));
    return result;
  }

  void dropCovered(Transaction transaction, int counterId, List<Subject> subjects) {
    for (List<Subject> part : among.parts(subjects)) {
      transaction
          .sql()
          .deleteFrom(Covered.TABLE)
          .where(Covered.COUNTER.eq(counterId))
          .and(among.these(Covered.SUBJECT, part))
          .execute();
    }
  }

  private static Condition isInside(Watermark watermark) {
    return Changes.FACT_WINDOW
        .lt(Micros.of(watermark.factsBefore()))
        .and(Changes.EVENT_WINDOW.lt(Micros.of(watermark.eventsBefore())));
  }

  private static Iterable<? extends Record> select(
      Transaction transaction, int counterId, Condition which) {
    return transaction
        .sql()
        .select(
            Changes.SUBJECT,
            Changes.ID,
            Changes.FACT,
            Changes.AMOUNT,
            Changes.OCCURRED_AT,
            Changes.FACT_AT)
        .from(Changes.TABLE)
        .where(Changes.COUNTER.eq(counterId))
        .and(which)
        .fetch();
  }

  private static Change change(Counter counter, Record row) {
    return new Change(
        counter.name(),
        new Subject(row.get(Changes.SUBJECT)),
        row.get(Changes.AMOUNT),
        row.get(Changes.FACT),
        row.get(Changes.ID),
        Micros.toInstant(row.get(Changes.OCCURRED_AT)),
        Micros.toInstant(row.get(Changes.FACT_AT)));
  }
}
