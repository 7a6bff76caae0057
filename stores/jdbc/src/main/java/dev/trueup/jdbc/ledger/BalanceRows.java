package dev.trueup.jdbc.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.ledger.LedgerTables.Balances;
import dev.trueup.jdbc.managed.Among;
import dev.trueup.jdbc.managed.Batch;
import dev.trueup.jdbc.managed.SubjectOrder;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerBook;
import dev.trueup.ledger.StoredBalance;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;

/** Balances: locked, made, moved. Whoever locks several does it in {@link SubjectOrder}. */
final class BalanceRows {
  private static final List<Field<?>> COLUMNS =
      List.of(
          Balances.SUBJECT,
          Balances.BALANCE,
          Balances.AVAILABLE,
          Balances.FLOOR,
          Balances.CEILING,
          Balances.ENTRIES);

  private final Database database;
  private final LedgerRegister register;
  private final LedgerSql statements;
  private final Among among;

  BalanceRows(Database database, LedgerRegister register, LedgerSql statements, Among among) {
    this.database = database;
    this.register = register;
    this.statements = statements;
    this.among = among;
  }

  /**
   * Balances that nobody else can change until the transaction ends.
   *
   * @param now the database's clock, read under the locks
   */
  record Locked(Map<Subject, StoredBalance> balances, Instant now) {}

  /** Locks the balances of all subjects; those that are missing are made, with nothing in them. */
  Locked lockOrCreate(Transaction transaction, int ledger, Collection<Subject> subjects)
      throws SQLException {
    List<Subject> inOrder = SubjectOrder.sorted(subjects);
    Locked locked = lock(transaction, ledger, inOrder);
    List<Subject> missing =
        inOrder.stream().filter(subject -> !locked.balances().containsKey(subject)).toList();
    if (missing.isEmpty()) {
      return locked;
    }
    Bounds bounds = register.bounds(transaction, ledger);
    Batch.run(
        transaction.connection(),
        statements.createBalance,
        missing,
        (parameters, subject) ->
            parameters.add(ledger).add(subject.key()).add(bounds.floor()).add(bounds.ceiling()));
    Locked made = lock(transaction, ledger, missing);
    Map<Subject, StoredBalance> all = new HashMap<>(locked.balances());
    all.putAll(made.balances());
    return new Locked(all, made.now());
  }

  private Locked lock(Transaction transaction, int ledger, List<Subject> inOrder) {
    Map<Subject, StoredBalance> balances = new HashMap<>();
    long now = 0;
    Field<Long> clock = database.dialect().clock().as("clock_micros");
    List<Field<?>> columns = new ArrayList<>(COLUMNS);
    columns.add(clock);
    for (List<Subject> part : among.parts(inOrder)) {
      var ordered =
          transaction
              .sql()
              .select(columns)
              .from(Balances.TABLE)
              .where(Balances.LEDGER.eq(ledger))
              .and(among.these(Balances.SUBJECT, part))
              .orderBy(Balances.SUBJECT);
      for (Record row :
          database.dialect().hasRowLocks() ? ordered.forUpdate().fetch() : ordered.fetch()) {
        balances.put(new Subject(row.get(Balances.SUBJECT)), balance(row));
        now = Math.max(now, row.get(clock));
      }
    }
    return new Locked(balances, Micros.toInstant(now));
  }

  Map<Subject, StoredBalance> read(Transaction transaction, int ledger, List<Subject> part) {
    Map<Subject, StoredBalance> balances = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(COLUMNS)
            .from(Balances.TABLE)
            .where(Balances.LEDGER.eq(ledger))
            .and(among.these(Balances.SUBJECT, part))
            .fetch()) {
      balances.put(new Subject(row.get(Balances.SUBJECT)), balance(row));
    }
    return balances;
  }

  /** Balances of all subjects from one to another, both included. */
  Map<Subject, StoredBalance> range(Transaction transaction, int ledger, Subject from, Subject to) {
    Map<Subject, StoredBalance> balances = new HashMap<>();
    for (Record row :
        transaction
            .sql()
            .select(COLUMNS)
            .from(Balances.TABLE)
            .where(Balances.LEDGER.eq(ledger))
            .and(Balances.SUBJECT.between(from.key(), to.key()))
            .fetch()) {
      balances.put(new Subject(row.get(Balances.SUBJECT)), balance(row));
    }
    return balances;
  }

  void move(Transaction transaction, int ledger, List<LedgerBook.Written> written)
      throws SQLException {
    int[] moved =
        Batch.run(
            transaction.connection(),
            statements.moveBalance,
            written,
            (parameters, one) ->
                parameters
                    .add(one.after().amount())
                    .add(one.after().available())
                    .add(one.after().entries())
                    .add(ledger)
                    .add(one.subject().key())
                    .add(one.before().amount())
                    .add(one.before().available())
                    .add(one.before().entries()));
    for (int at = 0; at < moved.length; at++) {
      if (moved[at] != 1) {
        throw new BrokenInvariantException(
            "The balance of "
                + written.get(at).subject()
                + " changed while it was locked. Nothing was written.");
      }
    }
  }

  /** Subjects that were made for operations that were all refused are not left behind. */
  void dropUnused(Transaction transaction, int ledger, List<Subject> subjects) {
    for (List<Subject> part : among.parts(subjects)) {
      transaction
          .sql()
          .deleteFrom(Balances.TABLE)
          .where(Balances.LEDGER.eq(ledger))
          .and(among.these(Balances.SUBJECT, part))
          .and(Balances.ENTRIES.eq(0L))
          .execute();
    }
  }

  private static StoredBalance balance(Record row) {
    long amount = row.get(Balances.BALANCE);
    long available = row.get(Balances.AVAILABLE);
    return new StoredBalance(
        EntryRows.balance(row.get(Balances.SUBJECT), amount, available, row.get(Balances.ENTRIES)),
        new Bounds(row.get(Balances.FLOOR), row.get(Balances.CEILING)));
  }
}
