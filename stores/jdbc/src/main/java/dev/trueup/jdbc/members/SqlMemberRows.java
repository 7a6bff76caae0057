package dev.trueup.jdbc.members;

import static org.jooq.impl.DSL.excluded;

import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.members.Tables.Endings;
import dev.trueup.jdbc.members.Tables.Gates;
import dev.trueup.jdbc.members.Tables.Relations;
import dev.trueup.jdbc.members.Tables.Rows;
import dev.trueup.jdbc.members.Tables.Tallies;
import dev.trueup.members.Ending;
import dev.trueup.members.MemberKey;
import dev.trueup.members.MemberRows;
import dev.trueup.members.Membership;
import dev.trueup.members.Place;
import dev.trueup.members.Relation;
import dev.trueup.members.Side;
import dev.trueup.members.Tally;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import org.jooq.Query;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes one relation inside one transaction of read committed isolation. Values in a
 * statement for many rows only hold the places of those that are bound.
 */
final class SqlMemberRows extends SqlMemberView implements MemberRows {
  private final boolean rowLocks;

  SqlMemberRows(
      Transaction transaction,
      Relation relation,
      RelationTable relations,
      Conditions conditions,
      boolean rowLocks) {
    super(transaction, relation, relations, conditions);
    this.rowLocks = rowLocks;
  }

  @Override
  public void shareGates(SortedSet<Integer> gates) {
    if (rowLocks) {
      gatesInOrder(gates).forShare().fetch();
    }
  }

  @Override
  public void holdGates(SortedSet<Integer> gates) {
    if (rowLocks) {
      gatesInOrder(gates).forUpdate().fetch();
    }
  }

  private org.jooq.SelectForUpdateStep<org.jooq.Record1<Integer>> gatesInOrder(
      SortedSet<Integer> gates) {
    return transaction
        .sql()
        .select(Gates.GATE)
        .from(Gates.TABLE)
        .where(Gates.RELATION.eq(id))
        .and(Gates.GATE.in(gates))
        .orderBy(Gates.GATE);
  }

  @Override
  public Map<Place, Tally> lock(SortedSet<Place> places) {
    if (!rowLocks) {
      return tallies(places);
    }
    Map<Place, Tally> locked = new HashMap<>();
    for (Side side : Side.values()) {
      List<Place> ofSide = places.stream().filter(place -> place.side() == side).toList();
      for (List<Place> part : Conditions.parts(ofSide)) {
        for (Record row :
            transaction
                .sql()
                .select(TALLY_COLUMNS)
                .from(Tallies.TABLE)
                .where(Tallies.RELATION.eq(id))
                .and(conditions.places(side, part))
                .orderBy(Tallies.SUBJECT, Tallies.DAY)
                .forUpdate()
                .fetch()) {
          Tally tally = tally(row);
          locked.put(tally.place(), tally);
        }
      }
    }
    return locked;
  }

  /** A row that is there is written as it is, which locks it like a new one. */
  @Override
  public void lockOrCreate(SortedSet<Place> places) {
    batch(
        transaction
            .sql()
            .insertInto(Tallies.TABLE)
            .columns(
                Tallies.RELATION,
                Tallies.SIDE,
                Tallies.SUBJECT,
                Tallies.DAY,
                Tallies.MEMBERS,
                Tallies.DRAINED)
            .values(0, 0, "", 0L, 0L, 0)
            .onConflict(Tallies.RELATION, Tallies.SIDE, Tallies.SUBJECT, Tallies.DAY)
            .doUpdate()
            .set(Tallies.MEMBERS, Tallies.MEMBERS),
        places,
        place -> new Object[] {id, place.side().number(), place.key(), place.day(), 0L, 0});
  }

  @Override
  public void putTallies(Collection<Tally> tallies) {
    batch(
        transaction
            .sql()
            .update(Tallies.TABLE)
            .set(Tallies.MEMBERS, 0L)
            .set(Tallies.SEALED, 0L)
            .set(Tallies.SEALED_AT, 0L)
            .set(Tallies.DRAINED, 0)
            .where(Tallies.RELATION.eq(0))
            .and(Tallies.SIDE.eq(0))
            .and(Tallies.SUBJECT.eq(""))
            .and(Tallies.DAY.eq(0L)),
        tallies,
        tally -> {
          Tally.Seal seal = tally.seal();
          Place place = tally.place();
          return new @Nullable Object[] {
            tally.members(),
            seal == null ? null : seal.members(),
            seal == null ? null : Micros.of(seal.at()),
            seal != null && seal.drained() ? 1 : 0,
            id,
            place.side().number(),
            place.key(),
            place.day()
          };
        });
  }

  @Override
  public void putMemberships(Collection<Membership> memberships) {
    batch(
        transaction
            .sql()
            .insertInto(Rows.TABLE)
            .columns(
                Rows.RELATION, Rows.SUBJECT, Rows.DAY, Rows.MEMBER, Rows.PRESENT, Rows.DECIDED_AT)
            .values(0, "", 0L, "", 0, 0L)
            .onConflict(Rows.RELATION, Rows.SUBJECT, Rows.DAY, Rows.MEMBER)
            .doUpdate()
            .set(Rows.PRESENT, excluded(Rows.PRESENT))
            .set(Rows.DECIDED_AT, excluded(Rows.DECIDED_AT)),
        memberships,
        one ->
            new Object[] {
              id,
              one.key().subject(),
              one.key().day(),
              one.key().member(),
              one.present() ? 1 : 0,
              Micros.of(one.at())
            });
  }

  @Override
  public void dropMemberships(Collection<MemberKey> keys) {
    batch(
        transaction
            .sql()
            .deleteFrom(Rows.TABLE)
            .where(Rows.RELATION.eq(0))
            .and(Rows.SUBJECT.eq(""))
            .and(Rows.DAY.eq(0L))
            .and(Rows.MEMBER.eq("")),
        new TreeSet<>(keys),
        key -> new Object[] {id, key.subject(), key.day(), key.member()});
  }

  @Override
  public void putEnding(Ending ending) {
    Instant removedAt = ending.removedAt();
    transaction
        .sql()
        .insertInto(Endings.TABLE)
        .columns(
            Endings.RELATION,
            Endings.SIDE,
            Endings.SUBJECT,
            Endings.REMOVED_AT,
            Endings.MERGED_INTO)
        .values(
            id,
            ending.of().side().number(),
            ending.of().key(),
            removedAt == null ? null : Micros.of(removedAt),
            ending.mergedInto())
        .onConflict(Endings.RELATION, Endings.SIDE, Endings.SUBJECT)
        .doUpdate()
        .set(Endings.REMOVED_AT, excluded(Endings.REMOVED_AT))
        .set(Endings.MERGED_INTO, excluded(Endings.MERGED_INTO))
        .execute();
  }

  @Override
  public void dropEndingsBefore(Instant time) {
    transaction
        .sql()
        .deleteFrom(Endings.TABLE)
        .where(Endings.RELATION.eq(id))
        .and(Endings.MERGED_INTO.isNull())
        .and(Endings.REMOVED_AT.lt(Micros.of(time)))
        .execute();
  }

  @Override
  public void raiseSealedBefore(long day) {
    RelationTable.raise(transaction, id, Relations.SEALED_BEFORE, day);
  }

  @Override
  public void raiseRemovalsBefore(Instant time) {
    RelationTable.raise(transaction, id, Relations.REMOVALS_BEFORE, Micros.of(time));
  }

  private <T> void batch(Query query, Collection<T> rows, Function<T, Object[]> values) {
    if (rows.isEmpty()) {
      return;
    }
    List<Object[]> bound = new ArrayList<>(rows.size());
    rows.forEach(row -> bound.add(values.apply(row)));
    transaction.sql().batch(query).bind(bound.toArray(Object[][]::new)).execute();
  }
}
