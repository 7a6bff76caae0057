package dev.trueup.jdbc.events;

import dev.trueup.error.BadRequestException;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventTally;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.Micros;
import dev.trueup.jdbc.Schema;
import dev.trueup.jdbc.Transaction;
import dev.trueup.jdbc.events.EventTables.Counters;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.Field;
import org.jooq.Record2;

/** The counters that were enabled, each with a short number and its line. Thread-safe. */
final class EventRegister {
  private final Database database;
  private final RefusalRows refusals;
  private final Map<String, Integer> ids = new ConcurrentHashMap<>();

  EventRegister(Database database, RefusalRows refusals) {
    this.database = database;
    this.refusals = refusals;
  }

  void enable(EventCounter counter) {
    int id =
        database.write(
            "enable counter " + counter.name(),
            transaction -> {
              transaction
                  .sql()
                  .insertInto(Counters.TABLE)
                  .columns(Counters.NAME, Counters.SEALED_BEFORE)
                  .values(counter.name(), Micros.of(EventTally.NEVER))
                  .onConflict(Counters.NAME)
                  .doUpdate()
                  .set(Counters.NAME, Counters.NAME)
                  .execute();
              int made =
                  transaction
                      .sql()
                      .select(Counters.ID)
                      .from(Counters.TABLE)
                      .where(Counters.NAME.eq(counter.name()))
                      .fetchSingle(Counters.ID);
              refusals.create(transaction, made);
              return made;
            });
    ids.put(counter.name(), id);
  }

  /** The number of a counter, remembered: it never changes. */
  int id(EventCounter counter) {
    Integer known = ids.get(counter.name());
    if (known != null) {
      return known;
    }
    int stored =
        database
            .ask("find a counter", transaction -> stored(transaction, counter.name()))
            .orElseThrow(
                () ->
                    new BadRequestException(
                        "Counter "
                            + counter.name()
                            + " was never enabled in "
                            + database.place()
                            + ". Enable it first."));
    ids.put(counter.name(), stored);
    return stored;
  }

  boolean isEnabled(String name) {
    return database.read(
        "look for counter " + name,
        transaction ->
            Schema.has(transaction.connection(), Counters.TABLE.getName())
                && stored(transaction, name).isPresent());
  }

  private static Optional<Integer> stored(Transaction transaction, String name) {
    return transaction
        .sql()
        .select(Counters.ID)
        .from(Counters.TABLE)
        .where(Counters.NAME.eq(name))
        .fetchOptional(Counters.ID);
  }

  /**
   * Where the seal of a counter stands.
   *
   * @param before below it nothing is taken
   * @param now the database's clock
   */
  record Line(Instant before, Instant now) {}

  Line line(Transaction transaction, int counter) {
    Field<Long> clock = database.dialect().clock().as("clock_micros");
    Record2<Long, Long> row =
        transaction
            .sql()
            .select(Counters.SEALED_BEFORE, clock)
            .from(Counters.TABLE)
            .where(Counters.ID.eq(counter))
            .fetchSingle();
    return new Line(Micros.toInstant(row.value1()), Micros.toInstant(row.value2()));
  }

  /** Puts the line higher; one that is higher already stays. */
  void raise(Transaction transaction, int counter, Instant line) {
    long micros = Micros.of(line);
    transaction
        .sql()
        .update(Counters.TABLE)
        .set(Counters.SEALED_BEFORE, micros)
        .where(Counters.ID.eq(counter))
        .and(Counters.SEALED_BEFORE.lt(micros))
        .execute();
  }
}
