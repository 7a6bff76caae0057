package dev.trueup.jdbc.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.ledger.LedgerTables.Reservations;
import dev.trueup.jdbc.managed.Batch;
import dev.trueup.ledger.Reservation;
import java.sql.SQLException;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Reservations: found by their ids or because they are due, and written. */
final class ReservationRows {
  private static final List<Field<?>> COLUMNS =
      List.of(
          Reservations.SUBJECT,
          Reservations.ID,
          Reservations.AMOUNT,
          Reservations.OPEN,
          Reservations.EXPIRES_AT);

  private final LedgerSql statements;

  ReservationRows(LedgerSql statements) {
    this.statements = statements;
  }

  List<Reservation> known(Transaction transaction, int ledger, Condition ids) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Reservations.TABLE)
        .where(Reservations.LEDGER.eq(ledger))
        .and(ids)
        .fetch(ReservationRows::reservation);
  }

  /** Open ones whose time is over, the oldest end first. */
  List<Reservation> due(
      Transaction transaction, int ledger, Condition whose, Field<Long> now, int limit) {
    return transaction
        .sql()
        .select(COLUMNS)
        .from(Reservations.TABLE)
        .where(Reservations.LEDGER.eq(ledger))
        .and(whose)
        .and(Reservations.OPEN.gt(DSL.inline(0L)))
        .and(Reservations.EXPIRES_AT.le(now))
        .orderBy(Reservations.EXPIRES_AT, Reservations.SUBJECT, Reservations.ID)
        .limit(limit)
        .fetch(ReservationRows::reservation);
  }

  void put(Transaction transaction, int ledger, List<Reservation> reservations)
      throws SQLException {
    Batch.run(
        transaction.connection(),
        statements.putReservation,
        reservations,
        (parameters, one) ->
            parameters
                .add(ledger)
                .add(one.subject().key())
                .add(one.id())
                .add(one.amount())
                .add(one.open())
                .add(Micros.of(one.expiresAt())));
  }

  private static Reservation reservation(Record row) {
    return new Reservation(
        new Subject(row.get(Reservations.SUBJECT)),
        row.get(Reservations.ID),
        row.get(Reservations.AMOUNT),
        row.get(Reservations.OPEN),
        Micros.toInstant(row.get(Reservations.EXPIRES_AT)));
  }
}
