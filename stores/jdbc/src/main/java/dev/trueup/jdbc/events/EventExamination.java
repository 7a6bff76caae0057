package dev.trueup.jdbc.events;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.lag;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.rowNumber;
import static org.jooq.impl.DSL.when;

import dev.trueup.counter.Subject;
import dev.trueup.events.AuditedTally;
import dev.trueup.events.AuditedTally.BrokenRow;
import dev.trueup.events.EventTally;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.ExactSum;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.events.EventTables.Rows;
import dev.trueup.jdbc.events.EventTables.Tallies;
import dev.trueup.jdbc.managed.SubjectOrder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** What is stored about a page of subjects, summed up in sets by the database. */
final class EventExamination {
  private final Dialect dialect;
  private final TallyRows tallies;

  EventExamination(Dialect dialect, TallyRows tallies) {
    this.dialect = dialect;
    this.tallies = tallies;
  }

  private record Journal(long rows, BigInteger added, BigInteger removed) {
    static final Journal NONE = new Journal(0, BigInteger.ZERO, BigInteger.ZERO);
  }

  List<AuditedTally> page(
      Transaction transaction, int counter, @Nullable Subject after, int limit) {
    List<Subject> subjects = subjects(transaction, counter, after, limit);
    if (subjects.isEmpty()) {
      return List.of();
    }
    Subject from = subjects.get(0);
    Subject to = subjects.get(subjects.size() - 1);
    Map<Subject, EventTally> stored = tallies.range(transaction, counter, from, to);
    Map<Subject, Journal> journals = journals(transaction, counter, from, to);
    Map<Subject, List<BrokenRow>> broken = broken(transaction, counter, from, to);
    List<AuditedTally> page = new ArrayList<>();
    for (Subject subject : subjects) {
      Journal journal = journals.getOrDefault(subject, Journal.NONE);
      page.add(
          new AuditedTally(
              subject,
              stored.get(subject),
              journal.rows(),
              journal.added(),
              journal.removed(),
              broken.getOrDefault(subject, List.of())));
    }
    return page;
  }

  /** The next subjects by key, wherever something is stored about them. */
  private static List<Subject> subjects(
      Transaction transaction, int counter, @Nullable Subject after, int limit) {
    Set<Subject> found = new LinkedHashSet<>();
    found.addAll(
        keys(
            transaction,
            Tallies.TABLE,
            Tallies.SUBJECT,
            Tallies.COUNTER.eq(counter),
            after,
            limit));
    found.addAll(
        keys(transaction, Rows.TABLE, Rows.SUBJECT, Rows.COUNTER.eq(counter), after, limit));
    List<Subject> sorted = SubjectOrder.sorted(found);
    return sorted.subList(0, Math.min(limit, sorted.size()));
  }

  private static List<Subject> keys(
      Transaction transaction,
      Table<?> table,
      Field<String> subject,
      Condition ofCounter,
      @Nullable Subject after,
      int limit) {
    Condition past = after == null ? ofCounter : ofCounter.and(subject.gt(after.key()));
    return transaction
        .sql()
        .selectDistinct(subject)
        .from(table)
        .where(past)
        .orderBy(subject)
        .limit(limit)
        .fetch(row -> new Subject(row.value1()));
  }

  private Map<Subject, Journal> journals(
      Transaction transaction, int counter, Subject from, Subject to) {
    Field<Long> up = when(Rows.AMOUNT.gt(inline(0L)), Rows.AMOUNT).otherwise(inline(0L));
    Field<Long> down = when(Rows.AMOUNT.lt(inline(0L)), Rows.AMOUNT).otherwise(inline(0L));
    ExactSum added = new ExactSum(up, "added_sum", dialect.hasExactDecimals());
    ExactSum removed = new ExactSum(down, "removed_sum", dialect.hasExactDecimals());
    Field<Integer> rows = count().as("row_count");
    List<Field<?>> columns = new ArrayList<>(List.of(Rows.SUBJECT, rows));
    columns.addAll(added.columns());
    columns.addAll(removed.columns());
    Map<Subject, Journal> journals = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(columns)
            .from(Rows.TABLE)
            .where(Rows.COUNTER.eq(counter))
            .and(Rows.SUBJECT.between(from.key(), to.key()))
            .groupBy(Rows.SUBJECT)
            .fetch()) {
      journals.put(
          new Subject(row.get(Rows.SUBJECT)),
          new Journal(row.get(rows), added.of(row), removed.of(row).negate()));
    }
    return journals;
  }

  /** Rows whose value does not follow from the row before, where that is not sealed. */
  private Map<Subject, List<BrokenRow>> broken(
      Transaction transaction, int counter, Subject from, Subject to) {
    Field<Long> sequenceBefore = field(name("steps", "sequence_before"), Long.class);
    Field<Long> valueBefore = field(name("steps", "value_before"), Long.class);
    Field<String> subject = field(name("steps", "subject"), String.class);
    Field<String> id = field(name("steps", "id"), String.class);
    Field<Long> sequence = field(name("steps", "sequence"), Long.class);
    Field<Long> amount = field(name("steps", "amount"), Long.class);
    Field<Long> valueAfter = field(name("steps", "value_after"), Long.class);
    Table<?> steps =
        transaction
            .sql()
            .select(
                Rows.SUBJECT,
                Rows.ID,
                Rows.SEQUENCE,
                Rows.AMOUNT,
                Rows.VALUE_AFTER,
                lag(Rows.SEQUENCE)
                    .over()
                    .partitionBy(Rows.SUBJECT)
                    .orderBy(Rows.SEQUENCE)
                    .as("sequence_before"),
                lag(Rows.VALUE_AFTER)
                    .over()
                    .partitionBy(Rows.SUBJECT)
                    .orderBy(Rows.SEQUENCE)
                    .as("value_before"))
            .from(Rows.TABLE)
            .where(Rows.COUNTER.eq(counter))
            .and(Rows.SUBJECT.between(from.key(), to.key()))
            .asTable("steps");
    Condition first = sequence.eq(inline(1L)).and(valueAfter.ne(amount));
    Condition later =
        sequenceBefore
            .eq(sequence.minus(inline(1L)))
            .and(wide(valueBefore).plus(wide(amount)).ne(wide(valueAfter)));
    Table<?> found =
        transaction
            .sql()
            .select(
                subject,
                id,
                sequence,
                valueBefore,
                amount,
                valueAfter,
                rowNumber().over().partitionBy(subject).orderBy(sequence).as("place"))
            .from(steps)
            .where(first.or(later))
            .asTable("found");
    Map<Subject, List<BrokenRow>> broken = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(found.fields())
            .from(found)
            .where(
                field(name("found", "place"), Long.class)
                    .le(inline((long) AuditedTally.BROKEN_MAX)))
            .fetch()) {
      Long before = row.get("value_before", Long.class);
      broken
          .computeIfAbsent(new Subject(row.get("subject", String.class)), key -> new ArrayList<>())
          .add(
              new BrokenRow(
                  row.get("id", String.class),
                  row.get("sequence", Long.class),
                  before == null ? 0 : before,
                  row.get("amount", Long.class),
                  row.get("value_after", Long.class)));
    }
    return broken;
  }

  /** Wider than 64 bits where the database can be, for data that was changed by hand. */
  private Field<BigDecimal> wide(Field<Long> number) {
    return dialect.hasExactDecimals()
        ? number.cast(SQLDataType.DECIMAL(38, 0))
        : number.coerce(BigDecimal.class);
  }
}
