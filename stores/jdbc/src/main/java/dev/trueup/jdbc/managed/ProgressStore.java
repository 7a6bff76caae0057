package dev.trueup.jdbc.managed;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.managed.Tables.ProgressTable;
import dev.trueup.store.Progress;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** How far the reconciliation of each counter has come. */
final class ProgressStore {
  private ProgressStore() {}

  static Progress read(Transaction transaction, int counterId) {
    Record row =
        transaction
            .sql()
            .select(
                ProgressTable.FACTS_BEFORE,
                ProgressTable.EVENTS_BEFORE,
                ProgressTable.SWEEP_LEG,
                ProgressTable.SWEEP_AFTER,
                ProgressTable.SWEEP_STARTED_AT,
                ProgressTable.SWEEP_SUBJECTS_DONE,
                ProgressTable.SWEEP_REPAIR_ID,
                ProgressTable.SWEPT_AT)
            .from(ProgressTable.TABLE)
            .where(ProgressTable.COUNTER.eq(counterId))
            .fetchOne();
    if (row == null) {
      return Progress.NONE;
    }
    Instant factsBefore = instant(row.get(ProgressTable.FACTS_BEFORE));
    Instant eventsBefore = instant(row.get(ProgressTable.EVENTS_BEFORE));
    Instant startedAt = instant(row.get(ProgressTable.SWEEP_STARTED_AT));
    String leg = row.get(ProgressTable.SWEEP_LEG);
    String after = row.get(ProgressTable.SWEEP_AFTER);
    return new Progress(
        factsBefore == null || eventsBefore == null
            ? null
            : new Watermark(factsBefore, eventsBefore),
        leg == null || startedAt == null
            ? null
            : new Progress.Sweep(
                Progress.Leg.valueOf(leg),
                after == null ? null : new Subject(after),
                startedAt,
                row.get(ProgressTable.SWEEP_SUBJECTS_DONE),
                row.get(ProgressTable.SWEEP_REPAIR_ID)),
        instant(row.get(ProgressTable.SWEPT_AT)));
  }

  static void save(Transaction transaction, int counterId, Progress progress) {
    Watermark passedAt = progress.passedAt();
    Progress.Sweep sweep = progress.sweep();
    Subject after = sweep == null ? null : sweep.after();
    Map<Field<?>, @Nullable Object> values = new LinkedHashMap<>();
    values.put(
        ProgressTable.FACTS_BEFORE, micros(passedAt == null ? null : passedAt.factsBefore()));
    values.put(
        ProgressTable.EVENTS_BEFORE, micros(passedAt == null ? null : passedAt.eventsBefore()));
    values.put(ProgressTable.SWEEP_LEG, sweep == null ? null : sweep.leg().name());
    values.put(ProgressTable.SWEEP_AFTER, after == null ? null : after.key());
    values.put(ProgressTable.SWEEP_STARTED_AT, micros(sweep == null ? null : sweep.startedAt()));
    values.put(ProgressTable.SWEEP_SUBJECTS_DONE, sweep == null ? null : sweep.subjectsDone());
    values.put(ProgressTable.SWEEP_REPAIR_ID, sweep == null ? null : sweep.repairId());
    values.put(ProgressTable.SWEPT_AT, micros(progress.sweptAt()));
    transaction
        .sql()
        .insertInto(ProgressTable.TABLE)
        .set(ProgressTable.COUNTER, counterId)
        .set(values)
        .onConflict(ProgressTable.COUNTER)
        .doUpdate()
        .set(values)
        .execute();
  }

  private static @Nullable Long micros(@Nullable Instant instant) {
    return instant == null ? null : Micros.of(instant);
  }

  private static @Nullable Instant instant(@Nullable Long micros) {
    return micros == null ? null : Micros.toInstant(micros);
  }
}
