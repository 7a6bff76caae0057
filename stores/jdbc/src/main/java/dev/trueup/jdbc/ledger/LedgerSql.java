package dev.trueup.jdbc.ledger;

import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.param;

import dev.trueup.jdbc.ledger.LedgerTables.Balances;
import dev.trueup.jdbc.ledger.LedgerTables.Entries;
import dev.trueup.jdbc.ledger.LedgerTables.Reservations;
import org.jooq.DSLContext;
import org.jooq.Field;

/**
 * The statements that write, said once in the database's own words. Parameters stand in the order
 * in which they are named.
 */
final class LedgerSql {
  /** Ledger, subject, floor, ceiling. An existing balance is left as it is. */
  final String createBalance;

  /**
   * Balance, available, entries; then ledger, subject, and balance, available and entries as they
   * were read: another writer in between leaves no row to write.
   */
  final String moveBalance;

  /**
   * Ledger, subject, sequence, id space, id, kind, amount, held, reference, expiresAt, acceptedAt,
   * balance after, available after.
   */
  final String addEntry;

  /** Ledger, subject, id, amount, open, expiresAt. Of a known one only what is open changes. */
  final String putReservation;

  LedgerSql(DSLContext words) {
    createBalance =
        words
            .insertInto(Balances.TABLE)
            .columns(
                Balances.LEDGER,
                Balances.SUBJECT,
                Balances.FLOOR,
                Balances.CEILING,
                Balances.BALANCE,
                Balances.AVAILABLE,
                Balances.ENTRIES)
            .values(anInt(), aText(), aLong(), aLong(), inline(0L), inline(0L), inline(0L))
            .onConflict(Balances.LEDGER, Balances.SUBJECT)
            .doUpdate()
            .set(Balances.ENTRIES, Balances.ENTRIES)
            .getSQL();
    moveBalance =
        words
            .update(Balances.TABLE)
            .set(Balances.BALANCE, aLong())
            .set(Balances.AVAILABLE, aLong())
            .set(Balances.ENTRIES, aLong())
            .where(Balances.LEDGER.eq(anInt()))
            .and(Balances.SUBJECT.eq(aText()))
            .and(Balances.BALANCE.eq(aLong()))
            .and(Balances.AVAILABLE.eq(aLong()))
            .and(Balances.ENTRIES.eq(aLong()))
            .getSQL();
    addEntry =
        words
            .insertInto(Entries.TABLE)
            .columns(
                Entries.LEDGER,
                Entries.SUBJECT,
                Entries.SEQUENCE,
                Entries.ID_SPACE,
                Entries.ID,
                Entries.KIND,
                Entries.AMOUNT,
                Entries.HELD,
                Entries.REFERENCE,
                Entries.EXPIRES_AT,
                Entries.ACCEPTED_AT,
                Entries.BALANCE_AFTER,
                Entries.AVAILABLE_AFTER)
            .values(
                anInt(), aText(), aLong(), aText(), aText(), aText(), aLong(), aLong(), aText(),
                aLong(), aLong(), aLong(), aLong())
            .getSQL();
    putReservation =
        words
            .insertInto(Reservations.TABLE)
            .columns(
                Reservations.LEDGER,
                Reservations.SUBJECT,
                Reservations.ID,
                Reservations.AMOUNT,
                Reservations.OPEN,
                Reservations.EXPIRES_AT)
            .values(anInt(), aText(), aText(), aLong(), aLong(), aLong())
            .onConflict(Reservations.LEDGER, Reservations.SUBJECT, Reservations.ID)
            .doUpdate()
            .set(Reservations.OPEN, excluded(Reservations.OPEN))
            .getSQL();
  }

  private static Field<Integer> anInt() {
    return param("int", Integer.class);
  }

  private static Field<Long> aLong() {
    return param("long", Long.class);
  }

  private static Field<String> aText() {
    return param("text", String.class);
  }
}
