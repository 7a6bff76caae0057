package dev.trueup.jdbc.managed;

import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.managed.Tables.Changes;
import dev.trueup.jdbc.managed.Tables.Counters;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Field;
import org.jooq.Record4;
import org.jspecify.annotations.Nullable;

/** The counters that were enabled, each with a short number for its name. Thread-safe. */
final class CounterTable {
  private final Database database;
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();

  CounterTable(Database database) {
    this.database = database;
  }

  /**
   * An enabled counter at one moment.
   *
   * @param acceptingSince since when every change was accepted
   * @param now the database's clock
   */
  record Enabled(int id, Instant acceptingSince, Instant now) {}

  void enable(Counter counter) {
    database.write(
        "enable counter " + counter.name(),
        transaction -> {
          long window = windowMicros(counter);
          transaction
              .sql()
              .insertInto(Counters.TABLE)
              .columns(Counters.NAME, Counters.WINDOW_MICROS, Counters.ACCEPTING_SINCE)
              .select(
                  transaction
                      .sql()
                      .select(
                          org.jooq.impl.DSL.val(counter.name()),
                          org.jooq.impl.DSL.val(window),
                          database.dialect().clock())
                      .whereNotExists(
                          transaction
                              .sql()
                              .selectOne()
                              .from(Counters.TABLE)
                              .where(Counters.NAME.eq(counter.name()))))
              .execute();
          Record4<Integer, Long, Long, Long> row = row(transaction, counter.name());
          if (row == null || row.value2() != window) {
            changeWindow(transaction, counter, row == null ? 0 : row.value1());
          }
          return window;
        });
  }

  /**
   * The cells of the old windows would mean something else in the new ones. Without cells nothing
   * is lost: what straddles a watermark is answered COVERED and recounted by the next pass.
   */
  private static void changeWindow(Transaction transaction, Counter counter, int id) {
    boolean cells = transaction.sql().fetchExists(Changes.TABLE, Changes.COUNTER.eq(id));
    if (cells) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " holds changes in windows of another size than "
              + counter.windows().size()
              + ". Keep the size that it was enabled with, or let a full pass settle every change"
              + " while nothing writes, then change it.");
    }
    transaction
        .sql()
        .update(Counters.TABLE)
        .set(Counters.WINDOW_MICROS, windowMicros(counter))
        .where(Counters.ID.eq(id))
        .execute();
  }

  /** The number of a counter, remembered; what is remembered may be out of date. */
  int id(Counter counter) {
    Integer known = ids.get(counter.name());
    return known != null ? known : database.ask("find a counter", t -> enabled(t, counter)).id();
  }

  /** The counter as it is stored now. */
  Enabled enabled(Transaction transaction, Counter counter) {
    Record4<Integer, Long, Long, Long> row = row(transaction, counter.name());
    if (row == null) {
      ids.remove(counter.name());
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " was never enabled in "
              + database.place()
              + ", or its tables were emptied. Enable it first; it is recounted from then on.");
    }
    if (row.value2() != windowMicros(counter)) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " is kept in windows of "
              + row.value2() / 1_000
              + " ms in "
              + database.place()
              + ", and is used here with windows of "
              + counter.windows().size().toMillis()
              + " ms. Every process has to use the same.");
    }
    ids.put(counter.name(), row.value1());
    return new Enabled(
        row.value1(), Micros.toInstant(row.value3()), Micros.toInstant(row.value4()));
  }

  private @Nullable Record4<Integer, Long, Long, Long> row(Transaction transaction, String name) {
    Field<Long> clock = database.dialect().clock().as("clock_micros");
    return transaction
        .sql()
        .select(Counters.ID, Counters.WINDOW_MICROS, Counters.ACCEPTING_SINCE, clock)
        .from(Counters.TABLE)
        .where(Counters.NAME.eq(name))
        .fetchOne();
  }

  private static long windowMicros(Counter counter) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.EPOCH.plus(counter.windows().size()));
  }
}
