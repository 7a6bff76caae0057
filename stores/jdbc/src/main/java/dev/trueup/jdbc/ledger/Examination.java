package dev.trueup.jdbc.ledger;

import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.lag;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.when;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.ExactSum;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.ledger.LedgerTables.Balances;
import dev.trueup.jdbc.ledger.LedgerTables.Entries;
import dev.trueup.jdbc.ledger.LedgerTables.Reservations;
import dev.trueup.jdbc.managed.SubjectOrder;
import dev.trueup.ledger.AuditedBalance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.StoredBalance;
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
final class Examination {
  private final Dialect dialect;
  private final BalanceRows balances;

  Examination(Dialect dialect, BalanceRows balances) {
    this.dialect = dialect;
    this.balances = balances;
  }

  private record History(
      long entries, long lastSequence, BigInteger amount, BigInteger held, long brokenLinks) {
    static final History NONE = new History(0, 0, BigInteger.ZERO, BigInteger.ZERO, 0);
  }

  List<AuditedBalance> page(
      Transaction transaction, int ledger, @Nullable Subject after, int limit) {
    List<Subject> subjects = subjects(transaction, ledger, after, limit);
    if (subjects.isEmpty()) {
      return List.of();
    }
    Subject from = subjects.get(0);
    Subject to = subjects.get(subjects.size() - 1);
    Map<Subject, StoredBalance> stored = balances.range(transaction, ledger, from, to);
    Map<Subject, History> histories = histories(transaction, ledger, from, to);
    Map<Subject, BigInteger> open = open(transaction, ledger, from, to);
    Map<Subject, Long> wrong = wrongReservations(transaction, ledger, from, to);
    List<AuditedBalance> page = new ArrayList<>();
    for (Subject subject : subjects) {
      History history = histories.getOrDefault(subject, History.NONE);
      page.add(
          new AuditedBalance(
              subject,
              stored.get(subject),
              history.entries(),
              history.lastSequence(),
              history.amount(),
              history.held(),
              history.brokenLinks(),
              open.getOrDefault(subject, BigInteger.ZERO),
              wrong.getOrDefault(subject, 0L)));
    }
    return page;
  }

  /** The next subjects by key, wherever something is stored about them. */
  private static List<Subject> subjects(
      Transaction transaction, int ledger, @Nullable Subject after, int limit) {
    Set<Subject> found = new LinkedHashSet<>();
    found.addAll(
        keys(
            transaction,
            Balances.TABLE,
            Balances.SUBJECT,
            Balances.LEDGER.eq(ledger),
            after,
            limit));
    found.addAll(
        keys(transaction, Entries.TABLE, Entries.SUBJECT, Entries.LEDGER.eq(ledger), after, limit));
    found.addAll(
        keys(
            transaction,
            Reservations.TABLE,
            Reservations.SUBJECT,
            Reservations.LEDGER.eq(ledger),
            after,
            limit));
    List<Subject> sorted = SubjectOrder.sorted(found);
    return sorted.subList(0, Math.min(limit, sorted.size()));
  }

  private static List<Subject> keys(
      Transaction transaction,
      Table<?> table,
      Field<String> subject,
      Condition ofLedger,
      @Nullable Subject after,
      int limit) {
    Condition past = after == null ? ofLedger : ofLedger.and(subject.gt(after.key()));
    return transaction
        .sql()
        .selectDistinct(subject)
        .from(table)
        .where(past)
        .orderBy(subject)
        .limit(limit)
        .fetch(row -> new Subject(row.value1()));
  }

  private Map<Subject, History> histories(
      Transaction transaction, int ledger, Subject from, Subject to) {
    Field<Long> balanceBefore = field(name("history", "balance_before"), Long.class);
    Field<Long> availableBefore = field(name("history", "available_before"), Long.class);
    Field<String> subject = field(name("history", "subject"), String.class);
    Field<Long> sequence = field(name("history", "sequence"), Long.class);
    Field<Long> amount = field(name("history", "amount"), Long.class);
    Field<Long> held = field(name("history", "held"), Long.class);
    Field<Long> balanceAfter = field(name("history", "balance_after"), Long.class);
    Field<Long> availableAfter = field(name("history", "available_after"), Long.class);
    Table<?> history =
        transaction
            .sql()
            .select(
                Entries.SUBJECT,
                Entries.SEQUENCE,
                Entries.AMOUNT,
                Entries.HELD,
                Entries.BALANCE_AFTER,
                Entries.AVAILABLE_AFTER,
                lag(Entries.BALANCE_AFTER)
                    .over()
                    .partitionBy(Entries.SUBJECT)
                    .orderBy(Entries.SEQUENCE)
                    .as("balance_before"),
                lag(Entries.AVAILABLE_AFTER)
                    .over()
                    .partitionBy(Entries.SUBJECT)
                    .orderBy(Entries.SEQUENCE)
                    .as("available_before"))
            .from(Entries.TABLE)
            .where(Entries.LEDGER.eq(ledger))
            .and(Entries.SUBJECT.between(from.key(), to.key()))
            .asTable("history");
    // Amount minus held is what becomes available: taken first, it fits wherever the entry did.
    Condition follows =
        wide(coalesce(balanceBefore, inline(0L)))
            .plus(wide(amount))
            .eq(wide(balanceAfter))
            .and(
                wide(coalesce(availableBefore, inline(0L)))
                    .plus(wide(amount).minus(wide(held)))
                    .eq(wide(availableAfter)));
    ExactSum amounts = new ExactSum(amount, "amounts", dialect.hasExactDecimals());
    ExactSum helds = new ExactSum(held, "helds", dialect.hasExactDecimals());
    Field<Integer> entries = count().as("entries");
    Field<Long> last = max(sequence).as("last_sequence");
    Field<BigDecimal> broken = sum(when(follows, inline(0)).otherwise(inline(1))).as("broken");
    List<Field<?>> columns = new ArrayList<>(List.of(subject, entries, last, broken));
    columns.addAll(amounts.columns());
    columns.addAll(helds.columns());
    Map<Subject, History> histories = new HashMap<>();
    for (Record row : transaction.sql().select(columns).from(history).groupBy(subject).fetch()) {
      histories.put(
          new Subject(row.get(subject)),
          new History(
              row.get(entries),
              row.get(last),
              amounts.of(row),
              helds.of(row),
              row.get(broken).longValueExact()));
    }
    return histories;
  }

  private Map<Subject, BigInteger> open(
      Transaction transaction, int ledger, Subject from, Subject to) {
    ExactSum open = new ExactSum(Reservations.OPEN, "opened", dialect.hasExactDecimals());
    List<Field<?>> columns = new ArrayList<>(List.of(Reservations.SUBJECT));
    columns.addAll(open.columns());
    Map<Subject, BigInteger> sums = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(columns)
            .from(Reservations.TABLE)
            .where(Reservations.LEDGER.eq(ledger))
            .and(Reservations.SUBJECT.between(from.key(), to.key()))
            .groupBy(Reservations.SUBJECT)
            .fetch()) {
      sums.put(new Subject(row.get(Reservations.SUBJECT)), open.of(row));
    }
    return sums;
  }

  /** Of one reservation no sum leaves 64 bits: it begins with the whole and is taken from. */
  private static Map<Subject, Long> wrongReservations(
      Transaction transaction, int ledger, Subject from, Subject to) {
    Field<String> subject = field(name("steps", "subject"), String.class);
    Field<String> reference = field(name("steps", "reference"), String.class);
    Field<BigDecimal> left = field(name("steps", "left_over"), BigDecimal.class);
    Table<?> steps =
        transaction
            .sql()
            .select(Entries.SUBJECT, Entries.REFERENCE, sum(Entries.HELD).as("left_over"))
            .from(Entries.TABLE)
            .where(Entries.LEDGER.eq(ledger))
            .and(Entries.SUBJECT.between(from.key(), to.key()))
            .and(Entries.REFERENCE.isNotNull())
            .and(Entries.KIND.ne(Entry.Kind.TRANSFER.word()))
            .groupBy(Entries.SUBJECT, Entries.REFERENCE)
            .asTable("steps");
    Field<Integer> many = count().as("many");
    Map<Subject, Long> wrong = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(Reservations.SUBJECT, many)
            .from(Reservations.TABLE)
            .leftJoin(steps)
            .on(subject.eq(Reservations.SUBJECT).and(reference.eq(Reservations.ID)))
            .where(Reservations.LEDGER.eq(ledger))
            .and(Reservations.SUBJECT.between(from.key(), to.key()))
            .and(left.isNull().or(left.ne(Reservations.OPEN.coerce(BigDecimal.class))))
            .groupBy(Reservations.SUBJECT)
            .fetch()) {
      wrong.put(new Subject(row.get(Reservations.SUBJECT)), row.get(many).longValue());
    }
    return wrong;
  }

  /** Wider than 64 bits where the database can be, for data that was changed by hand. */
  private Field<BigDecimal> wide(Field<Long> number) {
    return dialect.hasExactDecimals()
        ? number.cast(SQLDataType.DECIMAL(38, 0))
        : number.coerce(BigDecimal.class);
  }
}
