package dev.trueup.jdbc.members;

import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Schema;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.members.Tables.Gates;
import dev.trueup.jdbc.members.Tables.Relations;
import dev.trueup.members.Lines;
import dev.trueup.members.MemberRows;
import dev.trueup.members.Relation;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** The relations that were enabled, each with a short number for its name. Thread-safe. */
final class RelationTable {
  private final Database database;
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();

  RelationTable(Database database) {
    this.database = database;
  }

  void enable(Relation relation) {
    database.write(
        "enable members of " + relation.name(),
        transaction -> {
          requireFree(transaction, relation);
          transaction
              .sql()
              .insertInto(Relations.TABLE)
              .columns(
                  Relations.NAME,
                  Relations.OTHER_SIDE,
                  Relations.ZONE,
                  Relations.SEALED_BEFORE,
                  Relations.REMOVALS_BEFORE)
              .values(
                  relation.name(),
                  relation.otherSide(),
                  zoneId(relation),
                  Lines.NO_SEAL,
                  Micros.of(Lines.NOTHING_FORGOTTEN))
              .onConflict(Relations.NAME)
              .doUpdate()
              .set(Relations.NAME, Relations.NAME)
              .execute();
          int id = lookUp(transaction, relation);
          List<Object[]> gates = new ArrayList<>();
          for (int gate = 0; gate < MemberRows.GATES; gate++) {
            gates.add(new Object[] {id, gate});
          }
          transaction
              .sql()
              .batch(
                  transaction
                      .sql()
                      .insertInto(Gates.TABLE)
                      .columns(Gates.RELATION, Gates.GATE)
                      .values(0, 0)
                      .onConflict(Gates.RELATION, Gates.GATE)
                      .doUpdate()
                      .set(Gates.GATE, Gates.GATE))
              .bind(gates.toArray(Object[][]::new))
              .execute();
          return id;
        });
  }

  /** False also where the tables are not there, or from a version that had none of members. */
  boolean isEnabled(Relation relation) {
    return database.read(
        "look for members of " + relation.name(),
        transaction ->
            Schema.has(transaction.connection(), Relations.TABLE.getName())
                && requireFree(transaction, relation));
  }

  /**
   * A name that is known with another meaning would count something else.
   *
   * @return whether it is known at all
   */
  private boolean requireFree(Transaction transaction, Relation relation) {
    boolean known = false;
    List<String> names = new ArrayList<>(List.of(relation.name()));
    String otherSide = relation.otherSide();
    if (otherSide != null) {
      names.add(otherSide);
    }
    for (Record row :
        transaction
            .sql()
            .select(Relations.NAME, Relations.OTHER_SIDE, Relations.ZONE)
            .from(Relations.TABLE)
            .where(Relations.NAME.in(names))
            .or(Relations.OTHER_SIDE.in(names))
            .fetch()) {
      boolean same =
          relation.name().equals(row.get(Relations.NAME))
              && Objects.equals(relation.otherSide(), row.get(Relations.OTHER_SIDE))
              && Objects.equals(zoneId(relation), row.get(Relations.ZONE));
      if (!same) {
        throw new BadRequestException(
            "Members of "
                + words(relation.name(), relation.otherSide(), zoneId(relation))
                + " cannot be kept in "
                + database.place()
                + ": it holds members of "
                + words(
                    row.get(Relations.NAME), row.get(Relations.OTHER_SIDE), row.get(Relations.ZONE))
                + ". Keep that definition, or use another name.");
      }
      known = true;
    }
    return known;
  }

  private static String words(String name, @Nullable String otherSide, @Nullable String zone) {
    return name
        + (otherSide == null ? " without another side" : " with the other side " + otherSide)
        + (zone == null ? "" : ", per day of " + zone);
  }

  private static @Nullable String zoneId(Relation relation) {
    ZoneId zone = relation.zone();
    return zone == null ? null : zone.getId();
  }

  /** The number of a relation, remembered; what is remembered may be out of date. */
  int id(Transaction transaction, Relation relation) {
    Integer known = ids.get(relation.name());
    return known != null ? known : lookUp(transaction, relation);
  }

  private int lookUp(Transaction transaction, Relation relation) {
    Integer id =
        transaction
            .sql()
            .select(Relations.ID)
            .from(Relations.TABLE)
            .where(Relations.NAME.eq(relation.name()))
            .fetchOne(Relations.ID);
    if (id == null) {
      throw neverEnabled(relation);
    }
    ids.put(relation.name(), id);
    return id;
  }

  Lines lines(Transaction transaction, int id, Relation relation) {
    Field<Long> clock = database.dialect().clock().as("clock_micros");
    Record row =
        transaction
            .sql()
            .select(Relations.SEALED_BEFORE, Relations.REMOVALS_BEFORE, clock)
            .from(Relations.TABLE)
            .where(Relations.ID.eq(id))
            .and(Relations.NAME.eq(relation.name()))
            .fetchOne();
    if (row == null) {
      ids.remove(relation.name());
      throw neverEnabled(relation);
    }
    return new Lines(
        row.get(Relations.SEALED_BEFORE),
        Micros.toInstant(row.get(Relations.REMOVALS_BEFORE)),
        Micros.toInstant(row.get(clock)));
  }

  static void raise(Transaction transaction, int id, Field<Long> line, long to) {
    transaction
        .sql()
        .update(Relations.TABLE)
        .set(line, DSL.val(to))
        .where(Relations.ID.eq(id))
        .and(line.lt(to))
        .execute();
  }

  private BadRequestException neverEnabled(Relation relation) {
    return new BadRequestException(
        "Members of "
            + relation.name()
            + " were never enabled in "
            + database.place()
            + ", or its tables were emptied. Enable them first.");
  }
}
