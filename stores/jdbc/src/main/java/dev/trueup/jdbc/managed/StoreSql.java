package dev.trueup.jdbc.managed;

import static org.jooq.impl.DSL.excluded;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.param;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectOne;

import dev.trueup.jdbc.managed.Tables.Cells;
import dev.trueup.jdbc.managed.Tables.Changes;
import dev.trueup.jdbc.managed.Tables.Covered;
import dev.trueup.jdbc.managed.Tables.Heads;
import org.jooq.DSLContext;
import org.jooq.Field;

/**
 * The statements of the hot path, said once in the database's own words. Parameters stand in the
 * order in which they are named.
 */
final class StoreSql {
  /** Counter, subject, version. An existing head is left as it is. */
  final String createHead;

  /**
   * Counter, subject, id, fact, amount, occurredAt, factAt, fact window, event window; then
   * counter, subject, id again. Writes no row where the id is known.
   */
  final String addChange;

  /** Counter, subject, fact window, event window, amount. */
  final String addToCell;

  /** How much to raise the mark number, counter, subject. */
  final String mark;

  /** Counter, subject, slot, mark, id, fact, amount, occurredAt, factAt. */
  final String keepCovered;

  /** Counter, subject. */
  final String widen;

  /** Base, W, B, installedAt, version, marked, counter, subject. */
  final String install;

  StoreSql(DSLContext words) {
    createHead =
        words
            .insertInto(Heads.TABLE)
            .columns(
                Heads.COUNTER,
                Heads.SUBJECT,
                Heads.VERSION,
                Heads.MARK,
                Heads.MARKED,
                Heads.HELD,
                Heads.WIDE)
            .values(anInt(), aText(), aLong(), zeroLong(), zero(), zero(), zero())
            .onConflict(Heads.COUNTER, Heads.SUBJECT)
            .doUpdate()
            .set(Heads.VERSION, Heads.VERSION)
            .getSQL();
    addChange =
        words
            .insertInto(
                Changes.TABLE,
                Changes.COUNTER,
                Changes.SUBJECT,
                Changes.ID,
                Changes.FACT,
                Changes.AMOUNT,
                Changes.OCCURRED_AT,
                Changes.FACT_AT,
                Changes.FACT_WINDOW,
                Changes.EVENT_WINDOW)
            .select(
                select(
                        anInt(), aText(), aText(), aText(), aLong(), aLong(), aLong(), aLong(),
                        aLong())
                    .whereNotExists(
                        selectOne()
                            .from(Changes.TABLE)
                            .where(Changes.COUNTER.eq(anInt()))
                            .and(Changes.SUBJECT.eq(aText()))
                            .and(Changes.ID.eq(aText()))))
            .getSQL();
    addToCell =
        words
            .insertInto(Cells.TABLE)
            .columns(
                Cells.COUNTER, Cells.SUBJECT, Cells.FACT_WINDOW, Cells.EVENT_WINDOW, Cells.AMOUNT)
            .values(anInt(), aText(), aLong(), aLong(), aLong())
            .onConflict(Cells.COUNTER, Cells.SUBJECT, Cells.FACT_WINDOW, Cells.EVENT_WINDOW)
            .doUpdate()
            .set(Cells.AMOUNT, Cells.AMOUNT.plus(excluded(Cells.AMOUNT)))
            .getSQL();
    mark =
        words
            .update(Heads.TABLE)
            .set(Heads.MARK, Heads.MARK.plus(aLong()))
            .set(Heads.MARKED, inline(1))
            .where(Heads.COUNTER.eq(anInt()))
            .and(Heads.SUBJECT.eq(aText()))
            .getSQL();
    keepCovered =
        words
            .insertInto(Covered.TABLE)
            .columns(
                Covered.COUNTER,
                Covered.SUBJECT,
                Covered.SLOT,
                Covered.MARK,
                Covered.ID,
                Covered.FACT,
                Covered.AMOUNT,
                Covered.OCCURRED_AT,
                Covered.FACT_AT)
            .values(anInt(), aText(), anInt(), aLong(), aText(), aText(), aLong(), aLong(), aLong())
            .onConflict(Covered.COUNTER, Covered.SUBJECT, Covered.SLOT)
            .doUpdate()
            .set(Covered.MARK, excluded(Covered.MARK))
            .set(Covered.ID, excluded(Covered.ID))
            .set(Covered.FACT, excluded(Covered.FACT))
            .set(Covered.AMOUNT, excluded(Covered.AMOUNT))
            .set(Covered.OCCURRED_AT, excluded(Covered.OCCURRED_AT))
            .set(Covered.FACT_AT, excluded(Covered.FACT_AT))
            .getSQL();
    widen =
        words
            .update(Heads.TABLE)
            .set(Heads.WIDE, inline(1))
            .where(Heads.COUNTER.eq(anInt()))
            .and(Heads.SUBJECT.eq(aText()))
            .getSQL();
    install =
        words
            .update(Heads.TABLE)
            .set(Heads.BASE, aLong())
            .set(Heads.FACTS_BEFORE, aLong())
            .set(Heads.EVENTS_BEFORE, aLong())
            .set(Heads.INSTALLED_AT, aLong())
            .set(Heads.VERSION, aLong())
            .set(Heads.MARKED, anInt())
            .where(Heads.COUNTER.eq(anInt()))
            .and(Heads.SUBJECT.eq(aText()))
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

  private static Field<Integer> zero() {
    return inline(0);
  }

  private static Field<Long> zeroLong() {
    return inline(0L);
  }
}
