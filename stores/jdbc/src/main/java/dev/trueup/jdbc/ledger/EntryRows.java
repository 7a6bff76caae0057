package dev.trueup.jdbc.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.ledger.LedgerTables.Entries;
import dev.trueup.jdbc.managed.Batch;
import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Entry;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Entries: found again by their ids, listed, written. They are never changed. */
final class EntryRows {
  private static final List<Field<?>> COLUMNS =
      List.of(
          Entries.SUBJECT,
          Entries.SEQUENCE,
          Entries.ID,
          Entries.KIND,
          Entries.AMOUNT,
          Entries.HELD,
          Entries.REFERENCE,
          Entries.EXPIRES_AT,
          Entries.ACCEPTED_AT,
          Entries.BALANCE_AFTER,
          Entries.AVAILABLE_AFTER);

  private final LedgerSql statements;

  EntryRows(LedgerSql statements) {
    this.statements = statements;
  }

  List<Entry> known(Transaction transaction, int ledger, Condition ids) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Entries.TABLE)
        .where(Entries.LEDGER.eq(ledger))
        .and(ids)
        .fetch(EntryRows::entry);
  }

  List<Entry> page(
      Transaction transaction, int ledger, Subject subject, long afterSequence, int limit) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Entries.TABLE)
        .where(Entries.LEDGER.eq(ledger))
        .and(Entries.SUBJECT.eq(subject.key()))
        .and(Entries.SEQUENCE.gt(afterSequence))
        .orderBy(Entries.SEQUENCE)
        .limit(limit)
        .fetch(EntryRows::entry);
  }

  void add(Transaction transaction, int ledger, List<Entry> entries) throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.addEntry,
        entries,
        (parameters, entry) -> {
          Instant expiresAt = entry.expiresAt();
          parameters
              .add(ledger)
              .add(entry.subject().key())
              .add(entry.sequence())
              .add(entry.kind().idSpace().word())
              .add(entry.id())
              .add(entry.kind().word())
              .add(entry.amount())
              .add(entry.held())
              .addNullable(entry.reference())
              .addNullable(expiresAt == null ? null : Micros.of(expiresAt))
              .add(Micros.of(entry.at()))
              .add(entry.after().amount())
              .add(entry.after().available());
        });
  }

  private static Entry entry(Record row) {
    Long expiresAt = row.get(Entries.EXPIRES_AT);
    String subject = row.get(Entries.SUBJECT);
    long sequence = row.get(Entries.SEQUENCE);
    return new Entry(
        new Subject(subject),
        sequence,
        Entry.Kind.of(Objects.requireNonNull(row.get(Entries.KIND))),
        row.get(Entries.ID),
        row.get(Entries.AMOUNT),
        row.get(Entries.HELD),
        row.get(Entries.REFERENCE),
        instant(expiresAt),
        Micros.toInstant(row.get(Entries.ACCEPTED_AT)),
        balance(
            subject, row.get(Entries.BALANCE_AFTER), row.get(Entries.AVAILABLE_AFTER), sequence));
  }

  private static @Nullable Instant instant(@Nullable Long micros) {
    return micros == null ? null : Micros.toInstant(micros);
  }

  /** What is stored is what can be taken; what is reserved is the rest. */
  static Balance balance(String subject, long amount, long available, long entries) {
    try {
      return new Balance(amount, Math.subtractExact(amount, available), entries);
    } catch (ArithmeticException e) {
      throw new BrokenInvariantException(
          "The balance of "
              + subject
              + " is stored as "
              + amount
              + " with "
              + available
              + " available: more than 64 bits would be reserved.",
          e);
    }
  }
}
