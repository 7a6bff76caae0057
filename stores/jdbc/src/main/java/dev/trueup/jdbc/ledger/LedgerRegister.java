package dev.trueup.jdbc.ledger;

import static org.jooq.impl.DSL.inline;

import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Schema;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.ledger.LedgerTables.Balances;
import dev.trueup.jdbc.ledger.LedgerTables.Counters;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerCounter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Record3;
import org.jooq.Record4;

/** The ledgers that were enabled, each with a short number for its name. Thread-safe. */
final class LedgerRegister {
  private final Database database;
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();

  LedgerRegister(Database database) {
    this.database = database;
  }

  void enable(LedgerCounter counter) {
    Bounds bounds = counter.bounds();
    int id =
        database.write(
            "enable ledger " + counter.name(),
            transaction -> {
              transaction
                  .sql()
                  .insertInto(Counters.TABLE)
                  .columns(Counters.NAME, Counters.FLOOR, Counters.CEILING)
                  .values(counter.name(), bounds.floor(), bounds.ceiling())
                  .onConflict(Counters.NAME)
                  .doUpdate()
                  .set(Counters.NAME, Counters.NAME)
                  .execute();
              Record3<Integer, Long, Long> row = locked(transaction, counter.name());
              if (row.value2() != bounds.floor() || row.value3() != bounds.ceiling()) {
                change(transaction, row.value1(), counter);
              }
              return row.value1();
            });
    ids.put(counter.name(), id);
  }

  private Record3<Integer, Long, Long> locked(Transaction transaction, String name) {
    var select =
        transaction
            .sql()
            .select(Counters.ID, Counters.FLOOR, Counters.CEILING)
            .from(Counters.TABLE)
            .where(Counters.NAME.eq(name));
    return database.dialect().hasRowLocks()
        ? select.forUpdate().fetchSingle()
        : select.fetchSingle();
  }

  /** New subjects wait for the ledger's lock, so none is made with the old bounds. */
  private static void change(Transaction transaction, int id, LedgerCounter counter) {
    Bounds bounds = counter.bounds();
    Record4<String, Long, Long, Long> past =
        transaction
            .sql()
            .select(Balances.SUBJECT, Balances.BALANCE, Balances.AVAILABLE, Balances.ENTRIES)
            .from(Balances.TABLE)
            .where(Balances.LEDGER.eq(id))
            .and(Balances.AVAILABLE.lt(bounds.floor()).or(Balances.BALANCE.gt(bounds.ceiling())))
            .limit(1)
            .fetchOne();
    if (past != null) {
      throw new BadRequestException(
          "Ledger "
              + counter.name()
              + " cannot get a floor of "
              + bounds.floor()
              + " and a ceiling of "
              + bounds.ceiling()
              + ": subject "
              + past.value1()
              + " has a balance of "
              + past.value2()
              + ", of which "
              + past.value3()
              + " are available. Nothing was changed. Move the balances first, or give wider"
              + " bounds.");
    }
    transaction
        .sql()
        .update(Counters.TABLE)
        .set(Counters.FLOOR, bounds.floor())
        .set(Counters.CEILING, bounds.ceiling())
        .where(Counters.ID.eq(id))
        .execute();
    transaction
        .sql()
        .update(Balances.TABLE)
        .set(Balances.FLOOR, bounds.floor())
        .set(Balances.CEILING, bounds.ceiling())
        .where(Balances.LEDGER.eq(id))
        .execute();
  }

  /** The number of a ledger, remembered: it never changes. */
  int id(LedgerCounter counter) {
    Integer known = ids.get(counter.name());
    if (known != null) {
      return known;
    }
    Optional<Integer> stored =
        database.ask("find a ledger", transaction -> stored(transaction, counter.name()));
    if (stored.isEmpty()) {
      throw new BadRequestException(
          "Ledger "
              + counter.name()
              + " was never enabled in "
              + database.place()
              + ". Enable it first.");
    }
    ids.put(counter.name(), stored.get());
    return stored.get();
  }

  private static Optional<Integer> stored(Transaction transaction, String name) {
    return transaction
        .sql()
        .select(Counters.ID)
        .from(Counters.TABLE)
        .where(Counters.NAME.eq(name))
        .fetchOptional(Counters.ID);
  }

  /** False also where the tables are not there, or from a version that had no ledgers. */
  boolean isEnabled(String name) {
    return database.read(
        "look for ledger " + name,
        transaction ->
            Schema.has(transaction.connection(), Counters.TABLE.getName())
                && stored(transaction, name).isPresent());
  }

  /** The bounds for new subjects; they do not change until the transaction ends. */
  Bounds bounds(Transaction transaction, int id) {
    var select =
        transaction
            .sql()
            .select(Counters.FLOOR, Counters.CEILING)
            .from(Counters.TABLE)
            .where(Counters.ID.eq(inline(id)));
    var row =
        database.dialect().hasRowLocks() ? select.forShare().fetchSingle() : select.fetchSingle();
    return new Bounds(row.value1(), row.value2());
  }
}
