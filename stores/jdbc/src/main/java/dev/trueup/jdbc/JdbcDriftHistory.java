package dev.trueup.jdbc;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.when;

import dev.trueup.drift.Coverage;
import dev.trueup.drift.DriftRun;
import dev.trueup.drift.TimelineMark;
import dev.trueup.store.DriftHistory;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The history of drift in a database that {@link Schema} has prepared. Thread-safe. */
public final class JdbcDriftHistory implements DriftHistory {
  private static final Table<Record> RUN = table(name("trueup_drift_run"));
  private static final Field<Long> RUN_ID = field(name("id"), SQLDataType.BIGINT);
  private static final Field<String> COUNTER = field(name("counter"), SQLDataType.VARCHAR);
  private static final Field<String> KIND = field(name("kind"), SQLDataType.VARCHAR);
  private static final Field<Long> STARTED_AT = field(name("started_at"), SQLDataType.BIGINT);
  private static final Field<Long> ENDED_AT = field(name("ended_at"), SQLDataType.BIGINT);
  private static final Field<Long> SUBJECTS = field(name("subjects"), SQLDataType.BIGINT);
  private static final Field<Long> DRIFTED = field(name("drifted"), SQLDataType.BIGINT);
  private static final Field<Long> TOO_MUCH = field(name("counted_too_much"), SQLDataType.BIGINT);
  private static final Field<Long> UNDECIDED = field(name("undecided"), SQLDataType.BIGINT);
  private static final Field<String> NET = field(name("net"), SQLDataType.VARCHAR);
  private static final Field<String> ABSOLUTE = field(name("absolute"), SQLDataType.VARCHAR);
  private static final Field<String> REPAIR_ID = field(name("repair_id"), SQLDataType.VARCHAR);

  private static final List<Field<?>> RUN_COLUMNS =
      List.of(
          COUNTER,
          KIND,
          STARTED_AT,
          ENDED_AT,
          SUBJECTS,
          DRIFTED,
          TOO_MUCH,
          UNDECIDED,
          NET,
          ABSOLUTE,
          REPAIR_ID);

  private static final Table<Record> MARK = table(name("trueup_timeline_mark"));
  private static final Field<Long> AT = field(name("at"), SQLDataType.BIGINT);
  private static final Field<String> LABEL = field(name("label"), SQLDataType.VARCHAR);

  private static final Table<Record> HEAD = table(name("trueup_head"));
  private static final Table<Record> NAMED = table(name("trueup_counter"));
  private static final Field<Long> INSTALLED_AT =
      field(name("trueup_head", "installed_at"), SQLDataType.BIGINT);
  private static final Field<Long> FORGOTTEN_UNTIL =
      field(name("trueup_head", "forgotten_until"), SQLDataType.BIGINT);

  private final Database database;

  public JdbcDriftHistory(Database database) {
    this.database = database;
  }

  @Override
  public void record(DriftRun run) {
    database.write(
        "record what a run found",
        transaction ->
            transaction
                .sql()
                .insertInto(RUN)
                .set(COUNTER, run.counter())
                .set(KIND, run.kind().name())
                .set(STARTED_AT, Micros.of(run.startedAt()))
                .set(ENDED_AT, Micros.of(run.endedAt()))
                .set(SUBJECTS, run.subjects())
                .set(DRIFTED, run.drifted())
                .set(TOO_MUCH, run.countedTooMuch())
                .set(UNDECIDED, run.undecided())
                .set(NET, run.net().toPlainString())
                .set(ABSOLUTE, run.absolute().toPlainString())
                .set(REPAIR_ID, run.repairId())
                .execute());
  }

  @Override
  public List<DriftRun> runs(String counter, Instant from, Instant to, int limit) {
    return database.read(
        "read what runs found",
        transaction ->
            transaction
                .sql()
                .select(RUN_COLUMNS)
                .from(RUN)
                .where(COUNTER.eq(counter))
                .and(STARTED_AT.ge(Micros.of(from)))
                .and(STARTED_AT.lt(Micros.of(to)))
                .orderBy(STARTED_AT.desc(), RUN_ID.desc())
                .limit(limit)
                .fetch(JdbcDriftHistory::run));
  }

  private static DriftRun run(Record row) {
    return new DriftRun(
        row.get(COUNTER),
        DriftRun.Kind.valueOf(row.get(KIND)),
        Micros.toInstant(row.get(STARTED_AT)),
        Micros.toInstant(row.get(ENDED_AT)),
        row.get(SUBJECTS),
        row.get(DRIFTED),
        row.get(TOO_MUCH),
        row.get(UNDECIDED),
        new BigDecimal(row.get(NET)),
        new BigDecimal(row.get(ABSOLUTE)),
        row.get(REPAIR_ID));
  }

  @Override
  public void mark(TimelineMark mark) {
    database.write(
        "mark the time line",
        transaction ->
            transaction
                .sql()
                .insertInto(MARK)
                .set(AT, Micros.of(mark.at()))
                .set(LABEL, mark.label())
                .execute());
  }

  @Override
  public List<TimelineMark> marks(Instant from, Instant to, int limit) {
    return database.read(
        "read the marks of the time line",
        transaction ->
            transaction
                .sql()
                .select(AT, LABEL)
                .from(MARK)
                .where(AT.ge(Micros.of(from)))
                .and(AT.lt(Micros.of(to)))
                .orderBy(AT.desc(), RUN_ID.desc())
                .limit(limit)
                .fetch(row -> new TimelineMark(Micros.toInstant(row.get(AT)), row.get(LABEL))));
  }

  /**
   * How many subjects of a managed counter that is kept here were recounted at or after an instant,
   * in one question.
   */
  public Coverage coverage(String counter, Instant since) {
    Field<Integer> recounted = count(when(INSTALLED_AT.ge(Micros.of(since)), 1));
    Field<Integer> ever = count(INSTALLED_AT);
    return database.read(
        "measure coverage",
        transaction -> {
          Record row =
              transaction
                  .sql()
                  .select(count(), recounted, ever, min(INSTALLED_AT))
                  .from(HEAD)
                  .join(NAMED)
                  .on(
                      field(name("trueup_head", "counter"), SQLDataType.INTEGER)
                          .eq(field(name("trueup_counter", "id"), SQLDataType.INTEGER)))
                  .where(field(name("trueup_counter", "name"), SQLDataType.VARCHAR).eq(counter))
                  .and(FORGOTTEN_UNTIL.isNull())
                  .fetchSingle();
          int subjects = row.get(count());
          Long oldest = row.get(min(INSTALLED_AT));
          boolean allOnce = row.get(ever) == subjects;
          return new Coverage(
              subjects,
              row.get(recounted),
              oldest == null || !allOnce ? null : Micros.toInstant(oldest));
        });
  }

  @Override
  public void dropBefore(Instant instant) {
    database.write(
        "drop old history",
        transaction -> {
          int runs =
              transaction.sql().deleteFrom(RUN).where(STARTED_AT.lt(Micros.of(instant))).execute();
          int marks = transaction.sql().deleteFrom(MARK).where(AT.lt(Micros.of(instant))).execute();
          return runs + marks;
        });
  }
}
