package dev.trueup.jdbc.events;

import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.param;

import dev.trueup.events.EventTally;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.events.EventTables.Refusals;
import dev.trueup.jdbc.events.EventTables.Rows;
import dev.trueup.jdbc.events.EventTables.Tallies;
import org.jooq.DSLContext;
import org.jooq.Field;

/**
 * The statements that write, said once in the database's own words. Parameters stand in the order
 * in which they are named.
 */
final class EventSql {
  /** Counter, subject. An existing tally is left as it is. */
  final String createTally;

  /**
   * Added, removed, events; then counter, subject, and added, removed and events as they were read:
   * another writer in between leaves no row to write.
   */
  final String moveTally;

  /**
   * Sealed added, sealed removed, sealed events, sealed before; then counter, subject, and sealed
   * events as they were read.
   */
  final String sealTally;

  /** Counter, subject, id, sequence, amount, occurredAt, actor, value after. */
  final String addRow;

  /** Counter, subject, id. */
  final String dropRow;

  /** Counter, shard, reason. An existing number is left as it is. */
  final String createRefusal;

  /** How many more; then counter, shard, reason. */
  final String addRefusals;

  EventSql(DSLContext words) {
    createTally =
        words
            .insertInto(Tallies.TABLE)
            .columns(
                Tallies.COUNTER,
                Tallies.SUBJECT,
                Tallies.ADDED,
                Tallies.REMOVED,
                Tallies.EVENTS,
                Tallies.SEALED_ADDED,
                Tallies.SEALED_REMOVED,
                Tallies.SEALED_EVENTS,
                Tallies.SEALED_BEFORE)
            .values(
                anInt(),
                aText(),
                zero(),
                zero(),
                zero(),
                zero(),
                zero(),
                zero(),
                inline(Micros.of(EventTally.NEVER)))
            .onConflict(Tallies.COUNTER, Tallies.SUBJECT)
            .doUpdate()
            .set(Tallies.EVENTS, Tallies.EVENTS)
            .getSQL();
    moveTally =
        words
            .update(Tallies.TABLE)
            .set(Tallies.ADDED, aLong())
            .set(Tallies.REMOVED, aLong())
            .set(Tallies.EVENTS, aLong())
            .where(Tallies.COUNTER.eq(anInt()))
            .and(Tallies.SUBJECT.eq(aText()))
            .and(Tallies.ADDED.eq(aLong()))
            .and(Tallies.REMOVED.eq(aLong()))
            .and(Tallies.EVENTS.eq(aLong()))
            .getSQL();
    sealTally =
        words
            .update(Tallies.TABLE)
            .set(Tallies.SEALED_ADDED, aLong())
            .set(Tallies.SEALED_REMOVED, aLong())
            .set(Tallies.SEALED_EVENTS, aLong())
            .set(Tallies.SEALED_BEFORE, aLong())
            .where(Tallies.COUNTER.eq(anInt()))
            .and(Tallies.SUBJECT.eq(aText()))
            .and(Tallies.SEALED_EVENTS.eq(aLong()))
            .getSQL();
    addRow =
        words
            .insertInto(Rows.TABLE)
            .columns(
                Rows.COUNTER,
                Rows.SUBJECT,
                Rows.ID,
                Rows.SEQUENCE,
                Rows.AMOUNT,
                Rows.OCCURRED_AT,
                Rows.ACTOR,
                Rows.VALUE_AFTER)
            .values(anInt(), aText(), aText(), aLong(), aLong(), aLong(), aText(), aLong())
            .getSQL();
    dropRow =
        words
            .deleteFrom(Rows.TABLE)
            .where(Rows.COUNTER.eq(anInt()))
            .and(Rows.SUBJECT.eq(aText()))
            .and(Rows.ID.eq(aText()))
            .getSQL();
    createRefusal =
        words
            .insertInto(Refusals.TABLE)
            .columns(Refusals.COUNTER, Refusals.SHARD, Refusals.REASON, Refusals.REFUSALS)
            .values(anInt(), anInt(), aText(), zero())
            .onConflict(Refusals.COUNTER, Refusals.SHARD, Refusals.REASON)
            .doUpdate()
            .set(Refusals.REFUSALS, Refusals.REFUSALS)
            .getSQL();
    addRefusals =
        words
            .update(Refusals.TABLE)
            .set(Refusals.REFUSALS, Refusals.REFUSALS.plus(aLong()))
            .where(Refusals.COUNTER.eq(anInt()))
            .and(Refusals.SHARD.eq(anInt()))
            .and(Refusals.REASON.eq(aText()))
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

  private static Field<Long> zero() {
    return inline(0L);
  }
}
