package dev.trueup.jdbc.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Heads, cells and ids of managed counters in a database that {@link dev.trueup.jdbc.Schema} has
 * prepared.
 *
 * <p>Stored shape: one row per subject in {@code trueup_head}; one per (fact window, event window)
 * in {@code trueup_cell}; one per change in {@code trueup_change}. Whoever writes locks the heads
 * of its subjects first, in key order, which makes accept and settle of one subject wait for each
 * other and nobody else. Readers take no lock: a reading is one statement. The clock is the
 * database's.
 */
public final class JdbcCounterStore implements CounterStore {
  private final Database database;
  private final CounterTable counters;
  private final HeadStore heads;
  private final ChangeTable changes;
  private final CellTable cells;
  private final Acceptance acceptance;
  private final Settling settling;
  private final Readings readings;
  private final boolean keepsRepairLog;

  /**
   * @param database stays the caller's: closing the store does not close it
   * @param log where settlements are put on record in their own transaction; null, or a log of
   *     another database: they are not, and the caller does it
   * @param random where the versions of new heads come from; it has to differ between processes
   */
  public JdbcCounterStore(Database database, @Nullable JdbcRepairLog log, RandomGenerator random) {
    this.database = database;
    this.keepsRepairLog = log != null && log.database() == database;
    StoreParts parts = StoreParts.of(database, keepsRepairLog ? log : null, random);
    this.counters = parts.counters();
    this.heads = parts.heads();
    this.changes = parts.changes();
    this.cells = parts.cells();
    this.acceptance = parts.acceptance();
    this.settling = new Settling(database, parts.installation());
    this.readings = parts.readings();
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public void enable(Counter counter) {
    counters.enable(counter);
  }

  @Override
  public Instant acceptingSince(Counter counter) {
    return database
        .ask("look up a counter", transaction -> counters.enabled(transaction, counter))
        .acceptingSince();
  }

  @Override
  public List<Outcome> accept(Counter counter, List<Change> batch, boolean withReading) {
    requireSize(batch, "changes");
    for (Change change : batch) {
      if (!change.counter().equals(counter.name())) {
        throw new BadRequestException(
            "Change " + change.id() + " of " + change.counter() + " was sent to " + counter.name());
      }
    }
    if (batch.isEmpty()) {
      return List.of();
    }
    int id = counters.id(counter);
    return database.write(
        "accept changes of " + counter.name(),
        transaction -> acceptance.accept(transaction, id, counter, batch, withReading));
  }

  @Override
  public Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects) {
    int id = counters.id(counter);
    Map<Subject, StoredSubject> stored = new HashMap<>();
    for (List<Subject> part : readings.parts(distinct(subjects))) {
      stored.putAll(
          database.ask(
              "read " + counter.name(), transaction -> readings.read(transaction, id, part)));
    }
    return stored;
  }

  @Override
  public Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects) {
    int id = counters.id(counter);
    Map<Subject, Head> found = new HashMap<>();
    for (List<Subject> part : readings.parts(distinct(subjects))) {
      found.putAll(
          database.ask(
              "read " + counter.name(), transaction -> readings.heads(transaction, id, part)));
    }
    return found;
  }

  @Override
  public Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects) {
    int id = counters.id(counter);
    return database.read(
        "examine " + counter.name(),
        transaction -> readings.examine(transaction, id, counter, distinct(subjects)));
  }

  @Override
  public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    requireSize(settlements, "settlements");
    return settling.settle(counter, settlements);
  }

  @Override
  public boolean keepsRepairLog() {
    return keepsRepairLog;
  }

  @Override
  public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
    int id = counters.id(counter);
    return database.ask(
        "list " + counter.name(),
        transaction -> readings.candidates(transaction, id, after, limit));
  }

  @Override
  public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
    int id = counters.id(counter);
    return database.ask(
        "list " + counter.name(), transaction -> readings.subjects(transaction, id, after, limit));
  }

  @Override
  public void mark(Counter counter, Collection<Subject> subjects) {
    requireSize(subjects, "subjects");
    database.write(
        "mark subjects of " + counter.name(),
        transaction -> {
          int id = counters.enabled(transaction, counter).id();
          Map<Subject, Long> raisedBy = new HashMap<>();
          subjects.forEach(subject -> raisedBy.put(subject, 1L));
          heads.lockOrCreate(transaction, id, subjects);
          heads.mark(transaction, id, raisedBy);
          return id;
        });
  }

  @Override
  public void forget(Counter counter, Subject subject, Instant until) {
    database.write(
        "forget a subject of " + counter.name(),
        transaction -> {
          int id = counters.enabled(transaction, counter).id();
          List<Subject> one = List.of(subject);
          LockedHead stored = heads.lockOrCreate(transaction, id, one).heads().get(subject);
          if (stored != null) {
            heads.replace(transaction, id, subject, stored.forgotten(until));
          }
          changes.drop(transaction, id, one, null);
          changes.dropCovered(transaction, id, one);
          cells.drop(transaction, id, one, null);
          return id;
        });
  }

  @Override
  public boolean hold(Counter counter, Subject subject, long amount) {
    return rewrite(counter, subject, stored -> stored.held(amount));
  }

  @Override
  public boolean release(Counter counter, Subject subject) {
    return rewrite(counter, subject, LockedHead::released);
  }

  /** Rewrites a head that exists, unless the rewriting says that there is nothing to do. */
  private boolean rewrite(Counter counter, Subject subject, LockedHead.Rewriting rewriting) {
    return database.write(
        "hold or release a subject of " + counter.name(),
        transaction -> {
          int id = counters.enabled(transaction, counter).id();
          LockedHead stored = heads.lock(transaction, id, List.of(subject)).heads().get(subject);
          LockedHead rewritten = stored == null ? null : rewriting.of(stored);
          if (rewritten == null) {
            return false;
          }
          heads.replace(transaction, id, subject, rewritten);
          return true;
        });
  }

  @Override
  public Progress progress(Counter counter) {
    int id = counters.id(counter);
    return database.ask("read progress", transaction -> ProgressStore.read(transaction, id));
  }

  @Override
  public void saveProgress(Counter counter, Progress progress) {
    database.write(
        "save progress",
        transaction -> {
          int id = counters.enabled(transaction, counter).id();
          ProgressStore.save(transaction, id, progress);
          return id;
        });
  }

  /** The database stays open; it is the caller's. */
  @Override
  public void close() {}

  private static List<Subject> distinct(Collection<Subject> subjects) {
    return subjects.stream().distinct().toList();
  }

  private static void requireSize(Collection<?> call, String what) {
    if (call.size() > BATCH_MAX) {
      throw new BadRequestException(
          call.size() + " " + what + " in one call are too many; at most " + BATCH_MAX + ".");
    }
  }
}
