package dev.trueup.jdbc;

import static dev.trueup.jdbc.RepairTables.CLOSED_AT;
import static dev.trueup.jdbc.RepairTables.COLUMNS;
import static dev.trueup.jdbc.RepairTables.COUNTER;
import static dev.trueup.jdbc.RepairTables.ENTRY;
import static dev.trueup.jdbc.RepairTables.ID;
import static dev.trueup.jdbc.RepairTables.KEY;
import static dev.trueup.jdbc.RepairTables.OPENED_AT;
import static dev.trueup.jdbc.RepairTables.RECORDED_AT;
import static dev.trueup.jdbc.RepairTables.REPAIR;
import static dev.trueup.jdbc.RepairTables.REPAIR_ID;
import static dev.trueup.jdbc.RepairTables.SEQUENCE;
import static dev.trueup.jdbc.RepairTables.STATE;
import static dev.trueup.jdbc.RepairTables.SUBJECT;
import static org.jooq.impl.DSL.length;
import static org.jooq.impl.DSL.row;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * The repair log in a database that {@link Schema} has prepared. Whoever opened a repair holds an
 * {@link Exclusive} right named after it until it is closed: that is how others know that somebody
 * is at work on it.
 */
public final class JdbcRepairLog implements RepairLog, AutoCloseable {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("uuuuMMdd", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final int ATTEMPTS_MAX = 20;
  private static final int ABANDONED_MAX = 1_000;
  private static final int ROWS_PER_STATEMENT = 50;

  private final Database database;
  private final Map<String, Exclusive> atWork = new ConcurrentHashMap<>();

  public JdbcRepairLog(Database database) {
    this.database = database;
  }

  /** Where it is kept: what is written there can go on record in the same transaction. */
  public Database database() {
    return database;
  }

  @Override
  public Repair open(Instant at) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      String id = nextId(at);
      Optional<Exclusive> right = Exclusive.tryHold(database, right(id));
      if (right.isEmpty()) {
        continue;
      }
      Repair repair = new Repair(id, Repair.State.OPEN, at, null);
      boolean mine = database.write("open a repair", transaction -> insert(transaction, repair));
      if (mine) {
        atWork.put(id, right.get());
        return repair;
      }
      right.get().close();
    }
    throw new UnavailableException(
        "Too many repairs were opened at the same moment in " + database.place() + ". Run again.");
  }

  private static boolean insert(Transaction transaction, Repair repair) {
    return transaction
            .sql()
            .insertInto(REPAIR, ID, STATE, OPENED_AT)
            .values(repair.id(), repair.state().name(), Micros.of(repair.openedAt()))
            .onConflict(ID)
            .doNothing()
            .execute()
        == 1;
  }

  private String nextId(Instant at) {
    String day = "r-" + DAY.format(at) + "-";
    return database.read(
        "number a repair",
        transaction -> {
          String newest =
              transaction
                  .sql()
                  .select(ID)
                  .from(REPAIR)
                  .where(ID.ge(day).and(ID.lt(day + "~")))
                  .orderBy(length(ID).desc(), ID.desc())
                  .limit(1)
                  .fetchOne(ID);
          int number = newest == null ? 0 : Integer.parseInt(newest.substring(day.length()));
          return day + String.format(Locale.ROOT, "%04d", number + 1);
        });
  }

  @Override
  public void record(List<RepairEntry> entries) {
    if (!entries.isEmpty()) {
      database.write(
          "record a repair",
          transaction -> {
            record(transaction, entries);
            return entries.size();
          });
    }
  }

  /** {@link #record(List)} as a part of somebody's transaction on the same database. */
  public void record(Transaction transaction, List<RepairEntry> entries) {
    Map<Field<?>, Field<?>> moved = new LinkedHashMap<>();
    for (Field<?> column : COLUMNS) {
      if (!KEY.contains(column)) {
        moved.put(column, DSL.excluded(column));
      }
    }
    for (int from = 0; from < entries.size(); from += ROWS_PER_STATEMENT) {
      var insert = transaction.sql().insertInto(ENTRY, COLUMNS);
      for (RepairEntry entry :
          entries.subList(from, Math.min(entries.size(), from + ROWS_PER_STATEMENT))) {
        insert = insert.values(RepairTables.values(entry));
      }
      insert.onConflict(KEY).doUpdate().set(moved).execute();
    }
  }

  @Override
  public void close(String repairId, Repair.State state, Instant at) {
    int changed =
        database.write(
            "close repair " + repairId,
            transaction -> close(transaction.sql(), repairId, state, at));
    Exclusive right = atWork.remove(repairId);
    if (right != null) {
      right.close();
    }
    if (changed == 0) {
      throw new BadRequestException(
          "There is no repair " + repairId + " in " + database.place() + ".");
    }
  }

  private static int close(DSLContext sql, String repairId, Repair.State state, Instant at) {
    return sql.update(REPAIR)
        .set(STATE, state.name())
        .set(CLOSED_AT, Micros.of(at))
        .where(ID.eq(repairId))
        .execute();
  }

  @Override
  public List<Repair> interruptAbandoned(Instant at) {
    List<Repair> interrupted = new ArrayList<>();
    for (Repair open : inState(Repair.State.OPEN, ABANDONED_MAX)) {
      if (atWork.containsKey(open.id())) {
        continue;
      }
      try (Exclusive right = Exclusive.tryHold(database, right(open.id())).orElse(null)) {
        if (right != null && interrupt(open.id(), at)) {
          interrupted.add(new Repair(open.id(), Repair.State.INTERRUPTED, open.openedAt(), at));
        }
      }
    }
    return interrupted;
  }

  private boolean interrupt(String repairId, Instant at) {
    return database.write(
        "mark repair " + repairId + " interrupted",
        transaction -> {
          DSLContext sql = transaction.sql();
          Condition stillOpen = ID.eq(repairId).and(STATE.eq(Repair.State.OPEN.name()));
          if (!sql.fetchExists(REPAIR, stillOpen)) {
            return false;
          }
          sql.update(ENTRY)
              .set(STATE, RepairEntry.State.UNKNOWN.name())
              .set(RECORDED_AT, Micros.of(at))
              .where(REPAIR_ID.eq(repairId).and(STATE.eq(RepairEntry.State.INTENDED.name())))
              .execute();
          return close(sql, repairId, Repair.State.INTERRUPTED, at) == 1;
        });
  }

  @Override
  public Optional<Repair> find(String repairId) {
    return database.read(
        "find repair " + repairId,
        transaction ->
            transaction
                .sql()
                .select(ID, STATE, OPENED_AT, CLOSED_AT)
                .from(REPAIR)
                .where(ID.eq(repairId))
                .fetchOptional(RepairTables::repair));
  }

  @Override
  public List<Repair> inState(Repair.State state, int limit) {
    return database.read(
        "list repairs",
        transaction ->
            transaction
                .sql()
                .select(ID, STATE, OPENED_AT, CLOSED_AT)
                .from(REPAIR)
                .where(STATE.eq(state.name()))
                .orderBy(OPENED_AT, ID)
                .limit(limit)
                .fetch(RepairTables::repair));
  }

  @Override
  public List<RepairEntry> entries(
      String repairId, @Nullable String afterCounter, @Nullable Subject afterSubject, int limit) {
    Condition page = REPAIR_ID.eq(repairId);
    if (afterCounter != null) {
      String subject = afterSubject == null ? "" : afterSubject.key();
      page = page.and(row(COUNTER, SUBJECT).gt(row(afterCounter, subject)));
    }
    Condition wanted = page;
    return database.read(
        "list the entries of repair " + repairId,
        transaction ->
            transaction
                .sql()
                .select(COLUMNS)
                .from(ENTRY)
                .where(wanted)
                .orderBy(COUNTER, SUBJECT)
                .limit(limit)
                .fetch(RepairTables::entry));
  }

  @Override
  public Optional<RepairEntry> newest(String counter, Subject subject) {
    return database.read(
        "find the newest repair of a subject",
        transaction ->
            transaction
                .sql()
                .select(COLUMNS)
                .from(ENTRY)
                .where(COUNTER.eq(counter).and(SUBJECT.eq(subject.key())))
                .orderBy(SEQUENCE.desc())
                .limit(1)
                .fetchOptional(RepairTables::entry));
  }

  @Override
  public Set<Subject> known(String counter, Collection<Subject> subjects) {
    if (subjects.isEmpty()) {
      return Set.of();
    }
    List<String> keys = subjects.stream().map(Subject::key).toList();
    return database.read(
        "find subjects on record",
        transaction ->
            Set.copyOf(
                transaction
                    .sql()
                    .selectDistinct(SUBJECT)
                    .from(ENTRY)
                    .where(COUNTER.eq(counter).and(SUBJECT.in(keys)))
                    .fetch(row -> new Subject(row.get(SUBJECT)))));
  }

  /** Gives back what is held for repairs that were never closed; they count as abandoned then. */
  @Override
  public void close() {
    atWork.values().forEach(Exclusive::close);
    atWork.clear();
  }

  private static String right(String repairId) {
    return "trueup repair " + repairId;
  }
}
