package dev.trueup.jdbc.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.CapInterval;
import dev.trueup.events.CapKey;
import dev.trueup.events.JournalRow;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.events.EventTables.Rows;
import dev.trueup.jdbc.managed.Batch;
import dev.trueup.jdbc.managed.SubjectOrder;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record2;
import org.jooq.Select;
import org.jooq.impl.DSL;

/** The journal: rows found, counted, written and dropped. They are never changed. */
final class JournalRows {
  /** Questions in one statement; SQLite joins 500 at most. */
  private static final int QUESTIONS_MAX = 100;

  private static final List<Field<?>> COLUMNS =
      List.of(
          Rows.SUBJECT,
          Rows.ID,
          Rows.SEQUENCE,
          Rows.AMOUNT,
          Rows.OCCURRED_AT,
          Rows.ACTOR,
          Rows.VALUE_AFTER);

  private final EventSql statements;

  JournalRows(EventSql statements) {
    this.statements = statements;
  }

  List<JournalRow> known(Transaction transaction, int counter, Condition ids) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Rows.TABLE)
        .where(Rows.COUNTER.eq(counter))
        .and(ids)
        .fetch(JournalRows::row);
  }

  /** How many rows there are of each key; keys without any are left out. */
  Map<CapKey, Long> counted(Transaction transaction, int counter, Collection<CapKey> keys) {
    Map<CapKey, Long> counted = new HashMap<>();
    for (List<CapKey> part : SubjectOrder.parts(List.copyOf(keys), QUESTIONS_MAX)) {
      Select<Record2<Integer, Integer>> question = null;
      for (int at = 0; at < part.size(); at++) {
        Select<Record2<Integer, Integer>> one = count(transaction, counter, part.get(at), at);
        question = question == null ? one : question.unionAll(one);
      }
      if (question != null) {
        question
            .fetch()
            .forEach(row -> counted.put(part.get(row.value1()), row.value2().longValue()));
      }
    }
    return counted;
  }

  private static Select<Record2<Integer, Integer>> count(
      Transaction transaction, int counter, CapKey key, int at) {
    return transaction
        .sql()
        .select(DSL.inline(at).as("place"), DSL.count().as("counted"))
        .from(Rows.TABLE)
        .where(Rows.COUNTER.eq(counter))
        .and(Rows.SUBJECT.eq(key.subject().key()))
        .and(Rows.ACTOR.eq(key.actor()))
        .and(in(key.span()));
  }

  private static Condition in(CapInterval.Span span) {
    return Rows.OCCURRED_AT
        .ge(Micros.of(span.from()))
        .and(Rows.OCCURRED_AT.lt(Micros.of(span.to())));
  }

  /**
   * What rows come to.
   *
   * @param value of a subject's rows it always fits
   */
  record Sum(long value, long events) {}

  Sum between(Transaction transaction, int counter, Subject subject, CapInterval.Span span) {
    Record2<BigDecimal, Integer> row =
        transaction
            .sql()
            .select(DSL.sum(Rows.AMOUNT), DSL.count())
            .from(Rows.TABLE)
            .where(Rows.COUNTER.eq(counter))
            .and(Rows.SUBJECT.eq(subject.key()))
            .and(in(span))
            .fetchSingle();
    BigDecimal sum = row.value1();
    return new Sum(sum == null ? 0 : sum.longValueExact(), row.value2());
  }

  List<JournalRow> page(
      Transaction transaction, int counter, Subject subject, long afterSequence, int limit) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Rows.TABLE)
        .where(Rows.COUNTER.eq(counter))
        .and(Rows.SUBJECT.eq(subject.key()))
        .and(Rows.SEQUENCE.gt(afterSequence))
        .orderBy(Rows.SEQUENCE)
        .limit(limit)
        .fetch(JournalRows::row);
  }

  /** The oldest rows below a line, of whatever subjects. */
  List<JournalRow> oldest(Transaction transaction, int counter, Instant line, int limit) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Rows.TABLE)
        .where(Rows.COUNTER.eq(counter))
        .and(Rows.OCCURRED_AT.lt(Micros.of(line)))
        .orderBy(Rows.OCCURRED_AT)
        .limit(limit)
        .fetch(JournalRows::row);
  }

  void add(Transaction transaction, int counter, List<JournalRow> rows) throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.addRow,
        rows,
        (parameters, row) ->
            parameters
                .add(counter)
                .add(row.subject().key())
                .add(row.id())
                .add(row.sequence())
                .add(row.amount())
                .add(Micros.of(row.occurredAt()))
                .addNullable(row.actor())
                .add(row.valueAfter()));
  }

  /** Drops rows, and returns those that were there: another sealer may have been first. */
  List<JournalRow> drop(Transaction transaction, int counter, List<JournalRow> rows)
      throws SQLException {
    int[] dropped =
        Batch.run(
            transaction.connection(),
            statements.dropRow,
            rows,
            (parameters, row) -> parameters.add(counter).add(row.subject().key()).add(row.id()));
    List<JournalRow> there = new ArrayList<>();
    for (int at = 0; at < dropped.length; at++) {
      if (dropped[at] == 1) {
        there.add(rows.get(at));
      }
    }
    return there;
  }

  private static JournalRow row(Record row) {
    return new JournalRow(
        new Subject(row.get(Rows.SUBJECT)),
        row.get(Rows.ID),
        row.get(Rows.SEQUENCE),
        row.get(Rows.AMOUNT),
        Micros.toInstant(row.get(Rows.OCCURRED_AT)),
        row.get(Rows.ACTOR),
        row.get(Rows.VALUE_AFTER));
  }
}
