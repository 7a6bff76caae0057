package dev.trueup.jdbc.members;

import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.members.Tables.Endings;
import dev.trueup.jdbc.members.Tables.Rows;
import dev.trueup.jdbc.members.Tables.Tallies;
import dev.trueup.members.Ending;
import dev.trueup.members.Lines;
import dev.trueup.members.MemberKey;
import dev.trueup.members.MemberView;
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
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Reads one relation inside one transaction. */
class SqlMemberView implements MemberView {
  static final List<Field<?>> TALLY_COLUMNS =
      List.of(
          Tallies.SIDE,
          Tallies.SUBJECT,
          Tallies.DAY,
          Tallies.MEMBERS,
          Tallies.SEALED,
          Tallies.SEALED_AT,
          Tallies.DRAINED);
  private static final List<Field<?>> ROW_COLUMNS =
      List.of(Rows.SUBJECT, Rows.DAY, Rows.MEMBER, Rows.PRESENT, Rows.DECIDED_AT);

  final Transaction transaction;
  final Relation relation;
  final RelationTable relations;
  final Conditions conditions;
  final int id;

  SqlMemberView(
      Transaction transaction, Relation relation, RelationTable relations, Conditions conditions) {
    this.transaction = transaction;
    this.relation = relation;
    this.relations = relations;
    this.conditions = conditions;
    this.id = relations.id(transaction, relation);
  }

  @Override
  public Lines lines() {
    return relations.lines(transaction, id, relation);
  }

  @Override
  public Map<Place, Tally> tallies(Collection<Place> places) {
    Map<Place, Tally> found = new HashMap<>();
    for (Side side : Side.values()) {
      List<Place> ofSide = places.stream().filter(place -> place.side() == side).toList();
      for (List<Place> part : Conditions.parts(ofSide)) {
        for (Tally tally :
            tallies(conditions.places(side, part), part.size(), Tallies.SUBJECT, Tallies.DAY)) {
          found.put(tally.place(), tally);
        }
      }
    }
    return found;
  }

  private List<Tally> tallies(Condition condition, int limit, Field<?>... order) {
    return transaction
        .sql()
        .select(TALLY_COLUMNS)
        .from(Tallies.TABLE)
        .where(Tallies.RELATION.eq(id))
        .and(condition)
        .orderBy(order)
        .limit(limit)
        .fetch(SqlMemberView::tally);
  }

  @Override
  public long counted(Place place) {
    return transaction
        .sql()
        .selectCount()
        .from(Rows.TABLE)
        .where(at(place))
        .and(Rows.PRESENT.eq(DSL.inline(1)))
        .fetchSingle()
        .value1()
        .longValue();
  }

  @Override
  public Map<MemberKey, Membership> memberships(Collection<MemberKey> keys) {
    Map<MemberKey, Membership> found = new HashMap<>();
    for (List<MemberKey> part : Conditions.parts(keys)) {
      for (Membership row : rows(conditions.memberships(part), part.size())) {
        found.put(row.key(), row);
      }
    }
    return found;
  }

  private List<Membership> rows(Condition condition, int limit, Field<?>... order) {
    return transaction
        .sql()
        .select(ROW_COLUMNS)
        .from(Rows.TABLE)
        .where(Rows.RELATION.eq(id))
        .and(condition)
        .orderBy(order)
        .limit(limit)
        .fetch(SqlMemberView::membership);
  }

  @Override
  public List<Membership> membersOf(Place place, @Nullable String after, int limit) {
    Field<String> other = column(place.side().other());
    Condition in = at(place).and(Rows.PRESENT.eq(DSL.inline(1)));
    return rows(after == null ? in : in.and(other.gt(after)), limit, other);
  }

  @Override
  public List<Membership> rowsOf(Place place, int limit) {
    return rows(at(place), limit);
  }

  @Override
  public List<Membership> rowsOf(
      Ending.Key key, long fromDay, @Nullable Instant decidedBy, int limit) {
    Condition of = column(key.side()).eq(key.key()).and(Rows.DAY.ge(fromDay));
    return rows(decidedBy == null ? of : of.and(Rows.DECIDED_AT.le(Micros.of(decidedBy))), limit);
  }

  @Override
  public Map<Ending.Key, Ending> endings(Collection<Ending.Key> keys) {
    Map<Ending.Key, Ending> found = new HashMap<>();
    for (List<Ending.Key> part : Conditions.parts(keys)) {
      for (Record row :
          transaction
              .sql()
              .select(Endings.SIDE, Endings.SUBJECT, Endings.REMOVED_AT, Endings.MERGED_INTO)
              .from(Endings.TABLE)
              .where(Endings.RELATION.eq(id))
              .and(conditions.endings(part))
              .fetch()) {
        Long removedAt = row.get(Endings.REMOVED_AT);
        Ending.Key key = new Ending.Key(Side.of(row.get(Endings.SIDE)), row.get(Endings.SUBJECT));
        found.put(
            key,
            new Ending(
                key,
                removedAt == null ? null : Micros.toInstant(removedAt),
                row.get(Endings.MERGED_INTO)));
      }
    }
    return found;
  }

  @Override
  public List<Tally> talliesAfter(Side side, @Nullable Place after, int limit) {
    Condition of = Tallies.SIDE.eq(DSL.inline(side.number()));
    return tallies(
        after == null ? of : of.and(Conditions.after(Tallies.SUBJECT, Tallies.DAY, after)),
        limit,
        Tallies.SUBJECT,
        Tallies.DAY);
  }

  @Override
  public List<Tally> countedAfter(Side side, @Nullable Place after, int limit) {
    Field<String> key = column(side);
    Condition in = Rows.RELATION.eq(id).and(Rows.PRESENT.eq(DSL.inline(1)));
    List<Tally> counted = new ArrayList<>();
    for (var row :
        transaction
            .sql()
            .select(key, Rows.DAY, DSL.count())
            .from(Rows.TABLE)
            .where(after == null ? in : in.and(Conditions.after(key, Rows.DAY, after)))
            .groupBy(key, Rows.DAY)
            .orderBy(key, Rows.DAY)
            .limit(limit)
            .fetch()) {
      counted.add(
          new Tally(new Place(side, row.value1(), row.value2()), row.value3().longValue(), null));
    }
    return counted;
  }

  @Override
  public List<Tally> days(Ending.Key key, long fromDay, int limit) {
    return tallies(
        Tallies.SIDE
            .eq(DSL.inline(key.side().number()))
            .and(Tallies.SUBJECT.eq(key.key()))
            .and(Tallies.DAY.ge(fromDay)),
        limit,
        Tallies.DAY);
  }

  @Override
  public List<Tally> undrainedBefore(long day, int limit) {
    return tallies(
        Tallies.DRAINED
            .eq(DSL.inline(0))
            .and(Tallies.SIDE.eq(DSL.inline(Side.SUBJECT.number())))
            .and(Tallies.DAY.lt(day)),
        limit);
  }

  @Override
  public List<Membership> removalsBefore(Instant time, int limit) {
    return rows(Rows.PRESENT.eq(DSL.inline(0)).and(Rows.DECIDED_AT.lt(Micros.of(time))), limit);
  }

  private Condition at(Place place) {
    return Rows.RELATION
        .eq(id)
        .and(column(place.side()).eq(place.key()))
        .and(Rows.DAY.eq(place.day()));
  }

  private static Field<String> column(Side side) {
    return side == Side.SUBJECT ? Rows.SUBJECT : Rows.MEMBER;
  }

  static Tally tally(Record row) {
    Long sealed = row.get(Tallies.SEALED);
    Long sealedAt = row.get(Tallies.SEALED_AT);
    return new Tally(
        new Place(Side.of(row.get(Tallies.SIDE)), row.get(Tallies.SUBJECT), row.get(Tallies.DAY)),
        row.get(Tallies.MEMBERS),
        sealed == null || sealedAt == null
            ? null
            : new Tally.Seal(sealed, Micros.toInstant(sealedAt), row.get(Tallies.DRAINED) == 1));
  }

  private static Membership membership(Record row) {
    return new Membership(
        new MemberKey(row.get(Rows.SUBJECT), row.get(Rows.DAY), row.get(Rows.MEMBER)),
        row.get(Rows.PRESENT) == 1,
        Micros.toInstant(row.get(Rows.DECIDED_AT)));
  }
}
