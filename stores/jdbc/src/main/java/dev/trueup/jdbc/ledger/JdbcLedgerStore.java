package dev.trueup.jdbc.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.ledger.LedgerTables.Entries;
import dev.trueup.jdbc.ledger.LedgerTables.Reservations;
import dev.trueup.jdbc.managed.Among;
import dev.trueup.jdbc.managed.SubjectOrder;
import dev.trueup.ledger.AuditedBalance;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerBook;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Reservation;
import dev.trueup.ledger.StoredBalance;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Ledgers in a database that {@link dev.trueup.jdbc.Schema} has prepared.
 *
 * <p>Stored shape: one row per subject in {@code trueup_ledger_balance}, one per accepted operation
 * in {@code trueup_ledger_entry}, one per reservation in {@code trueup_ledger_reservation}. Whoever
 * writes locks the balances of its subjects first, in key order, so nobody comes between looking
 * and writing. And should somebody: the balance moves only from what was read, its row has checks
 * for floor and ceiling, an id and a sequence are there once, all in one transaction. The clock is
 * the database's.
 */
public final class JdbcLedgerStore implements LedgerStore {
  private final Database database;
  private final Among among;
  private final LedgerRegister register;
  private final BalanceRows balances;
  private final EntryRows entries;
  private final ReservationRows reservations;
  private final Examination examination;

  /**
   * @param database stays the caller's: closing the store does not close it
   */
  public JdbcLedgerStore(Database database) {
    this.database = database;
    this.among = new Among(database.dialect());
    LedgerSql statements = new LedgerSql(database.words());
    this.register = new LedgerRegister(database);
    this.balances = new BalanceRows(database, register, statements, among);
    this.entries = new EntryRows(statements);
    this.reservations = new ReservationRows(statements);
    this.examination = new Examination(database.dialect(), balances);
  }

  @Override
  public Instant now() {
    return database.now();
  }

  /** Whether a ledger of that name is known here; asking makes nothing known. */
  public boolean isEnabled(String name) {
    return register.isEnabled(name);
  }

  @Override
  public void enable(LedgerCounter counter) {
    register.enable(counter);
  }

  @Override
  public List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations) {
    requireSize(operations.size(), "operations");
    if (operations.isEmpty()) {
      return List.of();
    }
    int ledger = register.id(counter);
    return database.write(
        "apply operations of " + counter.name(),
        transaction -> apply(transaction, ledger, counter, operations));
  }

  private List<LedgerOutcome> apply(
      Transaction transaction, int ledger, LedgerCounter counter, List<LedgerOperation> operations)
      throws SQLException {
    List<LedgerOperation> storable =
        operations.stream().filter(operation -> LedgerBook.isWellFormed(operation)).toList();
    Set<Subject> subjects = new LinkedHashSet<>();
    storable.forEach(operation -> subjects.addAll(operation.subjects()));
    BalanceRows.Locked locked = balances.lockOrCreate(transaction, ledger, subjects);
    LedgerBook book = new LedgerBook(counter, locked.now(), locked.balances());
    load(transaction, ledger, storable, locked, book);
    List<LedgerOutcome> outcomes = operations.stream().map(book::apply).toList();
    List<LedgerBook.Written> written = book.written();
    balances.move(transaction, ledger, written);
    entries.add(
        transaction, ledger, written.stream().flatMap(one -> one.entries().stream()).toList());
    reservations.put(
        transaction, ledger, written.stream().flatMap(one -> one.reservations().stream()).toList());
    written.forEach(one -> subjects.remove(one.subject()));
    List<Subject> unused =
        subjects.stream().filter(subject -> isUnused(locked.balances().get(subject))).toList();
    if (!unused.isEmpty()) {
      balances.dropUnused(transaction, ledger, unused);
    }
    return outcomes;
  }

  private static boolean isUnused(@Nullable StoredBalance stored) {
    return stored != null && stored.balance().entries() == 0;
  }

  private void load(
      Transaction transaction,
      int ledger,
      List<LedgerOperation> operations,
      BalanceRows.Locked locked,
      LedgerBook book) {
    for (Condition ids :
        WantedIds.ofEntries(operations).conditions(Entries.SUBJECT, Entries.ID, among)) {
      book.knowEntries(entries.known(transaction, ledger, ids));
    }
    for (Condition ids :
        WantedIds.ofReservations(operations)
            .conditions(Reservations.SUBJECT, Reservations.ID, among)) {
      book.knowReservations(reservations.known(transaction, ledger, ids));
    }
    List<Subject> holding =
        locked.balances().entrySet().stream()
            .filter(one -> one.getValue().balance().reserved() > 0)
            .map(Map.Entry::getKey)
            .toList();
    for (List<Subject> part : among.parts(holding)) {
      book.knowReservations(
          reservations.due(
              transaction,
              ledger,
              among.these(Reservations.SUBJECT, part),
              DSL.val(Micros.of(locked.now())),
              BATCH_MAX));
    }
  }

  @Override
  public Map<Subject, StoredBalance> balances(LedgerCounter counter, Collection<Subject> subjects) {
    requireSize(subjects.size(), "subjects");
    int ledger = register.id(counter);
    List<List<Subject>> parts = among.parts(SubjectOrder.sorted(subjects));
    Map<Subject, StoredBalance> found = new HashMap<>();
    if (parts.size() == 1) {
      found.putAll(
          database.ask("read " + counter.name(), t -> balances.read(t, ledger, parts.get(0))));
    } else if (!parts.isEmpty()) {
      database.read(
          "read " + counter.name(),
          transaction -> {
            found.clear();
            parts.forEach(part -> found.putAll(balances.read(transaction, ledger, part)));
            return found;
          });
    }
    return found;
  }

  @Override
  public List<Entry> entries(
      LedgerCounter counter, Subject subject, long afterSequence, int limit) {
    requireSize(limit, "entries");
    int ledger = register.id(counter);
    return database.ask(
        "list entries of " + counter.name(),
        transaction -> entries.page(transaction, ledger, subject, afterSequence, limit));
  }

  @Override
  public Optional<Reservation> reservation(LedgerCounter counter, Subject subject, String id) {
    int ledger = register.id(counter);
    return database
        .ask(
            "look up a reservation of " + counter.name(),
            transaction ->
                reservations.known(
                    transaction,
                    ledger,
                    Reservations.SUBJECT.eq(subject.key()).and(Reservations.ID.eq(id))))
        .stream()
        .findFirst();
  }

  @Override
  public List<Reservation> due(LedgerCounter counter, int limit) {
    requireSize(limit, "reservations");
    int ledger = register.id(counter);
    return database.ask(
        "list reservations of " + counter.name(),
        transaction ->
            reservations.due(
                transaction, ledger, DSL.noCondition(), database.dialect().clock(), limit));
  }

  @Override
  public List<AuditedBalance> examine(LedgerCounter counter, @Nullable Subject after, int limit) {
    requireSize(limit, "subjects");
    int ledger = register.id(counter);
    return database.read(
        "audit " + counter.name(),
        transaction -> examination.page(transaction, ledger, after, limit));
  }

  /** The database stays open; it is the caller's. */
  @Override
  public void close() {}

  private static void requireSize(int size, String what) {
    if (size > BATCH_MAX) {
      throw new BadRequestException(
          size + " " + what + " in one call are too many; at most " + BATCH_MAX + ".");
    }
  }
}
