package dev.trueup.jdbc;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import dev.trueup.error.TrueupException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A right as a row with an end, moved on while its holder lives. Times are the database's. A holder
 * that is dead by this machine's own word (the owner names its process) is not waited for.
 */
final class Lease implements Exclusive {
  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  private static final Duration LENGTH = Duration.ofSeconds(30);
  private static final Table<Record> LEASE = table(name("trueup_lease"));
  private static final Field<String> NAME = field(name("name"), SQLDataType.VARCHAR);
  private static final Field<String> OWNER = field(name("owner"), SQLDataType.VARCHAR);
  private static final Field<Long> HELD_UNTIL = field(name("held_until"), SQLDataType.BIGINT);

  private final Database database;
  private final String name;
  private final String owner;
  private final ScheduledExecutorService heart;
  private @Nullable ScheduledFuture<?> beating;

  private Lease(Database database, String name, String owner) {
    this.database = database;
    this.name = name;
    this.owner = owner;
    this.heart =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "trueup-lease");
              thread.setDaemon(true);
              return thread;
            });
  }

  static Optional<Exclusive> tryHold(Database database, String name) {
    ProcessHandle process = ProcessHandle.current();
    String owner = process.pid() + ":" + startOf(process) + ":" + UUID.randomUUID();
    boolean taken =
        database.write(
            "take the lease " + name,
            transaction -> take(database, transaction.sql(), name, owner));
    if (!taken) {
      return Optional.empty();
    }
    Lease lease = new Lease(database, name, owner);
    lease.start();
    return Optional.of(lease);
  }

  private static boolean take(Database database, DSLContext sql, String name, String owner) {
    long now = sql.select(database.dialect().clock()).fetchSingle().value1();
    var held = sql.select(OWNER, HELD_UNTIL).from(LEASE).where(NAME.eq(name)).fetchOne();
    if (held != null && held.value2() > now && mayLive(held.value1())) {
      return false;
    }
    sql.deleteFrom(LEASE).where(NAME.eq(name)).execute();
    sql.insertInto(LEASE, NAME, OWNER, HELD_UNTIL)
        .values(name, owner, now + TimeUnit.MILLISECONDS.toMicros(LENGTH.toMillis()))
        .execute();
    return true;
  }

  private static boolean mayLive(String owner) {
    String[] parts = owner.split(":");
    return ProcessHandle.of(Long.parseLong(parts[0]))
        .filter(process -> startOf(process) == Long.parseLong(parts[1]))
        .isPresent();
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
  }

  @Override
  public boolean isHeld() {
    return database.read(
        "look at the lease " + name,
        transaction ->
            transaction
                .sql()
                .fetchExists(
                    LEASE,
                    NAME.eq(name)
                        .and(OWNER.eq(owner))
                        .and(HELD_UNTIL.gt(database.dialect().clock()))));
  }

  private void start() {
    long beat = LENGTH.toMillis() / 3;
    beating = heart.scheduleAtFixedRate(this::renewOrSay, beat, beat, TimeUnit.MILLISECONDS);
  }

  private void renewOrSay() {
    try {
      database.write(
          "renew the lease " + name,
          transaction ->
              transaction
                  .sql()
                  .update(LEASE)
                  .set(
                      HELD_UNTIL,
                      database
                          .dialect()
                          .clock()
                          .plus(TimeUnit.MILLISECONDS.toMicros(LENGTH.toMillis())))
                  .where(NAME.eq(name).and(OWNER.eq(owner)))
                  .execute());
    } catch (TrueupException e) {
      // The holder finds out by isHeld() before it writes; an exception here would end the beat.
      LOG.warn("The lease {} could not be renewed; it ends by itself if that goes on.", name, e);
    }
  }

  @Override
  public void close() {
    if (beating != null) {
      beating.cancel(false);
    }
    heart.shutdown();
    try {
      database.write(
          "give back the lease " + name,
          transaction ->
              transaction
                  .sql()
                  .deleteFrom(LEASE)
                  .where(NAME.eq(name).and(OWNER.eq(owner)))
                  .execute());
    } catch (TrueupException e) {
      LOG.warn("The lease {} could not be given back; it ends by itself.", name, e);
    }
  }
}
