package dev.trueup.mongodb.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Heads, cells and ids of managed counters in MongoDB, by updates of single documents alone: no
 * session, no transaction, no replica set is needed.
 *
 * <p>Stored shape: one document per counter in {@code trueup_counters}; one per subject in {@code
 * trueup_heads}; one per (subject, event window, shard) in {@code trueup_cells}, which holds sums
 * and ids together. Readers read cells first and heads last: what was installed meanwhile covers
 * what it dropped. A settle is not one write but three, see {@link Settling}; only the first
 * decides. The record of repairs is kept elsewhere.
 */
public final class MongoCounterStore implements CounterStore {
  /** Into how many documents an event window of a subject is cut, unless it is said. */
  public static final int SHARDS_DEFAULT = 1;

  public static final int SHARDS_MAX = 1_000;

  /** The cap on a document's changes: half of what MongoDB takes. */
  public static final long BYTES_DEFAULT = 8L * 1024 * 1024;

  private static final int ATTEMPTS_MAX = 20;

  private final DocumentDatabase database;
  private final int shardsWanted;
  private final CounterDocuments counters;
  private final HeadDocuments heads;
  private final ShardDocuments shards;
  private final Acceptance acceptance;
  private final Settling settling;
  private final ProgressDocuments progress;

  /**
   * A store with the usual cap on documents.
   *
   * @param database stays the caller's: closing the store does not close it
   * @param shardsWanted for counters that are enabled for the first time; from 1 to 1,000. More of
   *     them let more writers at one subject go on beside each other; with one alone, an APPLIED
   *     outcome can carry its reading
   */
  public MongoCounterStore(DocumentDatabase database, int shardsWanted) {
    this(database, shardsWanted, BYTES_DEFAULT);
  }

  /**
   * @param bytesMax how much the changes of one document may take; past it a change is REJECTED
   *     {@code full}
   */
  public MongoCounterStore(DocumentDatabase database, int shardsWanted, long bytesMax) {
    if (shardsWanted < 1 || shardsWanted > SHARDS_MAX || bytesMax < 1 || bytesMax > BYTES_DEFAULT) {
      throw new BadRequestException(
          "A counter of "
              + shardsWanted
              + " shards and documents of "
              + bytesMax
              + " bytes cannot be kept; allowed are 1 to "
              + SHARDS_MAX
              + " shards and 1 to "
              + BYTES_DEFAULT
              + " bytes.");
    }
    this.database = database;
    this.shardsWanted = shardsWanted;
    this.shards = new ShardDocuments(database, bytesMax);
    this.heads = new HeadDocuments(database);
    this.counters = new CounterDocuments(database, shards);
    this.progress = new ProgressDocuments(database);
    Dropping dropping = new Dropping(database, shards);
    this.acceptance = new Acceptance(database, counters, heads, shards, dropping);
    this.settling = new Settling(database, counters, heads, shards, dropping);
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public void enable(Counter counter) {
    heads.prepare();
    shards.prepare();
    counters.enable(counter, shardsWanted);
  }

  /** Whether the counter was ever enabled here. Asking changes nothing. */
  public boolean isEnabled(Counter counter) {
    return counters.isEnabled(counter);
  }

  @Override
  public Instant acceptingSince(Counter counter) {
    return counters.enabled(counter).acceptingSince();
  }

  @Override
  public boolean givesReadings(Counter counter) {
    return counters.known(counter).shards() == 1;
  }

  @Override
  public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
    requireSize(changes, "changes");
    for (Change change : changes) {
      if (!change.counter().equals(counter.name())) {
        throw new BadRequestException(
            "Change " + change.id() + " of " + change.counter() + " was sent to " + counter.name());
      }
    }
    return changes.isEmpty() ? List.of() : acceptance.accept(counter, changes, withReading);
  }

  @Override
  public Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects) {
    Set<Subject> wanted = new LinkedHashSet<>(subjects);
    Map<Subject, Map<Cell, Long>> cells = new HashMap<>();
    for (Shard shard : shards.ofSubjects(counter, wanted, false)) {
      Map<Cell, Long> sums = cells.computeIfAbsent(shard.subject(), subject -> new HashMap<>());
      shard.cells().forEach((cell, sum) -> sums.merge(cell, sum, Math::addExact));
    }
    Map<Subject, Head> found = heads.find(counter, wanted);
    Map<Subject, StoredSubject> stored = new HashMap<>();
    for (Subject subject : wanted) {
      Map<Cell, Long> sums = cells.get(subject);
      Head head = found.get(subject);
      if (head != null || sums != null) {
        stored.put(subject, new StoredSubject(head, sums == null ? Map.of() : sums));
      }
    }
    return stored;
  }

  @Override
  public Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects) {
    return heads.find(counter, new LinkedHashSet<>(subjects));
  }

  @Override
  public Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects) {
    Set<Subject> wanted = new LinkedHashSet<>(subjects);
    Map<Subject, List<Change>> recorded = new HashMap<>();
    for (Shard shard : shards.ofSubjects(counter, wanted, true)) {
      recorded
          .computeIfAbsent(shard.subject(), subject -> new ArrayList<>())
          .addAll(shard.changes(counter));
    }
    Map<Subject, HeadDocuments.Found> found = heads.findWithCovered(counter, wanted);
    Map<Subject, RecordedSubject> examined = new HashMap<>();
    for (Subject subject : wanted) {
      List<Change> changes = recorded.get(subject);
      HeadDocuments.Found head = found.get(subject);
      if (head != null || changes != null) {
        examined.put(
            subject,
            new RecordedSubject(
                head == null ? null : head.head(),
                changes == null ? List.of() : changes,
                head == null ? List.of() : head.covered()));
      }
    }
    return examined;
  }

  @Override
  public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    requireSize(settlements, "settlements");
    return settling.settle(counter, settlements);
  }

  /** An entry and a base are two documents: the caller puts entries on record. */
  @Override
  public boolean keepsRepairLog() {
    return false;
  }

  @Override
  public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
    TreeSet<String> keys = new TreeSet<>(shards.page(counter, after, limit));
    keys.addAll(heads.page(counter, after, limit, true));
    return keys.stream().limit(limit).map(Keys::subjectIn).toList();
  }

  @Override
  public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
    return heads.page(counter, after, limit, false).stream().map(Keys::subjectIn).toList();
  }

  @Override
  public void mark(Counter counter, Collection<Subject> subjects) {
    requireSize(subjects, "subjects");
    counters.enabled(counter);
    subjects.forEach(subject -> heads.mark(counter, subject));
  }

  @Override
  public void forget(Counter counter, Subject subject, Instant until) {
    counters.enabled(counter);
    rewrite(
        counter,
        subject,
        head -> {
          Instant already = head == null ? null : head.forgottenUntil();
          Instant latest = already != null && already.isAfter(until) ? already : until;
          return heads.entomb(counter, subject, head, latest);
        });
    shards.removeAll(counter, subject);
  }

  @Override
  public boolean hold(Counter counter, Subject subject, long amount) {
    Head head = heads.find(counter, subject);
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Head.Base base = head == null ? null : head.base();
      if (head == null || base == null || head.held()) {
        return false;
      }
      if (!Adding.fits(base.value(), amount)) {
        throw new BadRequestException(
            "A base of "
                + base.value()
                + " cannot take "
                + amount
                + " more: it would pass 64 bits.");
      }
      if (heads.hold(counter, subject, head, base.value() + amount)) {
        return true;
      }
      head = heads.find(counter, subject);
    }
    throw tooBusy(counter, subject);
  }

  @Override
  public boolean release(Counter counter, Subject subject) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Head head = heads.find(counter, subject);
      if (head == null || !head.held()) {
        return false;
      }
      if (heads.release(counter, subject, head)) {
        return true;
      }
    }
    throw tooBusy(counter, subject);
  }

  /** Reads a head and rewrites it, again where somebody else was faster. */
  private void rewrite(Counter counter, Subject subject, Predicate<@Nullable Head> rewriting) {
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      if (rewriting.test(heads.find(counter, subject))) {
        return;
      }
    }
    throw tooBusy(counter, subject);
  }

  private static UnavailableException tooBusy(Counter counter, Subject subject) {
    return new UnavailableException(
        "The head of "
            + subject
            + " of "
            + counter.name()
            + " was rewritten by others "
            + ATTEMPTS_MAX
            + " times in a row. Nothing was changed. Run again.");
  }

  @Override
  public Progress progress(Counter counter) {
    counters.known(counter);
    return progress.read(counter);
  }

  @Override
  public void saveProgress(Counter counter, Progress saved) {
    counters.enabled(counter);
    progress.save(counter, saved);
  }

  /** The database stays open; it is the caller's. */
  @Override
  public void close() {}

  private static void requireSize(Collection<?> call, String what) {
    if (call.size() > BATCH_MAX) {
      throw new BadRequestException(
          call.size() + " " + what + " in one call are too many; at most " + BATCH_MAX + ".");
    }
  }
}
