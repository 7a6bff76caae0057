package dev.trueup.jdbc.members;

import dev.trueup.jdbc.Dialect;
import dev.trueup.jdbc.members.Tables.Endings;
import dev.trueup.jdbc.members.Tables.Rows;
import dev.trueup.jdbc.members.Tables.Tallies;
import dev.trueup.members.Ending;
import dev.trueup.members.MemberKey;
import dev.trueup.members.Place;
import dev.trueup.members.Side;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/** "One of these", for keys of several columns, in parts that fit one question. */
final class Conditions {
  /** SQLite stops at a thousand nested terms; longer lists are not faster anywhere. */
  private static final int PART_MAX = 200;

  private final boolean arrays;

  Conditions(Dialect dialect) {
    this.arrays = dialect.jooq() == SQLDialect.POSTGRES;
  }

  /** Consecutive parts, in the order given. */
  static <T> List<List<T>> parts(Collection<T> all) {
    List<T> list = List.copyOf(all);
    List<List<T>> parts = new ArrayList<>();
    for (int from = 0; from < list.size(); from += PART_MAX) {
      parts.add(list.subList(from, Math.min(list.size(), from + PART_MAX)));
    }
    return parts;
  }

  /** Tallies of one side. */
  Condition places(Side side, List<Place> places) {
    Map<Long, List<String>> byDay = new TreeMap<>();
    for (Place place : places) {
      byDay.computeIfAbsent(place.day(), day -> new ArrayList<>()).add(place.key());
    }
    List<Condition> any = new ArrayList<>();
    byDay.forEach((day, keys) -> any.add(Tallies.DAY.eq(day).and(in(Tallies.SUBJECT, keys))));
    return Tallies.SIDE.eq(DSL.inline(side.number())).and(DSL.or(any));
  }

  Condition memberships(List<MemberKey> keys) {
    record Group(String subject, long day) {}
    Map<Group, List<String>> groups = new LinkedHashMap<>();
    for (MemberKey key : keys) {
      groups
          .computeIfAbsent(new Group(key.subject(), key.day()), group -> new ArrayList<>())
          .add(key.member());
    }
    List<Condition> any = new ArrayList<>();
    groups.forEach(
        (group, members) ->
            any.add(
                Rows.SUBJECT
                    .eq(group.subject())
                    .and(Rows.DAY.eq(group.day()))
                    .and(in(Rows.MEMBER, members))));
    return DSL.or(any);
  }

  Condition endings(List<Ending.Key> keys) {
    List<Condition> any = new ArrayList<>();
    for (Side side : Side.values()) {
      List<String> named =
          keys.stream().filter(key -> key.side() == side).map(Ending.Key::key).toList();
      if (!named.isEmpty()) {
        any.add(Endings.SIDE.eq(DSL.inline(side.number())).and(in(Endings.SUBJECT, named)));
      }
    }
    return DSL.or(any);
  }

  private Condition in(Field<String> column, List<String> texts) {
    if (texts.size() == 1) {
      return column.eq(texts.get(0));
    }
    return arrays ? column.eq(DSL.any(texts.toArray(String[]::new))) : column.in(texts);
  }

  /** Behind a (key, day), in the order of an index that begins with them. */
  static Condition after(Field<String> key, Field<Long> day, Place after) {
    return key.ge(after.key()).and(key.gt(after.key()).or(day.gt(after.day())));
  }
}
