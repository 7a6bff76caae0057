package dev.trueup.store;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where Trueup keeps heads, delta cells and ids of managed counters. The algorithm is in {@code
 * dev.trueup.reconcile} and {@link Admission}; a store offers each verb by its database's own
 * primitive. Implementations are thread-safe and may be used by many processes at once.
 *
 * <p>Every verb may raise {@link dev.trueup.error.UnavailableException} (it did not happen) or
 * {@link dev.trueup.error.AnswerLostException} (it may have happened). No verb retries without a
 * bound.
 */
public interface CounterStore extends AutoCloseable {
  /** How many COVERED changes are kept per subject until the next settle, for explaining drift. */
  int COVERED_KEPT_MAX = 100;

  /** The most changes, subjects or settlements in one call. */
  int BATCH_MAX = 1_000;

  /** The store's clock. */
  Instant now();

  /** Makes a counter known. The first time, the store accepts every change of it from now on. */
  void enable(Counter counter);

  /**
   * Since when the store has accepted every change of an enabled counter. Renewed when the counter
   * is enabled again after it was not, or the store lost its memory.
   */
  Instant acceptingSince(Counter counter);

  /**
   * Adds each change to its cell and records its id, in one atomic step per change (a store with
   * transactions takes the batch in one), unless {@link Admission} refuses it. A COVERED change
   * marks its subject in that same step. Ids repeat within a batch as they would across two.
   *
   * @param changes of this counter, at most {@link #BATCH_MAX}, in any order
   * @param withReading whether an APPLIED outcome is to carry the value right after that very
   *     change (null reading where there is no base, or where the store cannot tell: see {@link
   *     #givesReadings})
   * @return an outcome each, in order
   */
  List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading);

  /**
   * Whether an APPLIED outcome of this counter can carry its reading. Where it cannot, every
   * reading of an outcome is null.
   */
  default boolean givesReadings(Counter counter) {
    return true;
  }

  /**
   * Head and cell sums, each subject as of one moment. Subjects the store does not know are left
   * out.
   */
  Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects);

  /** Heads alone. Subjects the store does not know are left out. */
  Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects);

  /** Head and recorded changes, each subject as of one moment. Unknown subjects are left out. */
  Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects);

  /**
   * Installs bases, each on its own condition ({@link Settlement#permittedOver}): sets base and
   * watermark, raises the version, drops the changes and cells that are inside the new base and the
   * covered ones, sets the mark ({@link Settlement#leavesMarked}), and puts the entry on record
   * where {@link #keepsRepairLog} says so. One atomic write per subject.
   *
   * @return a result each, in order
   */
  List<Settlement.Result> settle(Counter counter, List<Settlement> settlements);

  /** Whether a settlement's entry goes on record in the same atomic write as its base. */
  boolean keepsRepairLog();

  /**
   * Whether everything that is kept here can be gone while the record of repairs is not: a server
   * without a disk that restarts. Then first bases are put on record too, so that a subject that
   * comes back without one is known to have been lost.
   */
  default boolean mayLoseMemory() {
    return false;
  }

  /** Subjects with cells or a mark, in the store's own order, past the given one. */
  List<Subject> candidates(Counter counter, @Nullable Subject after, int limit);

  /** Subjects with a head, in the store's own order, past the given one. */
  List<Subject> subjects(Counter counter, @Nullable Subject after, int limit);

  /** Marks subjects for the next pass. */
  void mark(Counter counter, Collection<Subject> subjects);

  /**
   * Removes all that is known of a subject and leaves a tombstone: until then changes are REJECTED
   * {@code forgotten} and no base is installed.
   */
  void forget(Counter counter, Subject subject, Instant until);

  /**
   * Undoes a repair: adds {@code amount} to the base, keeps its watermark, and holds the subject.
   *
   * @return false where there is no base, or it is held already; nothing was written
   */
  boolean hold(Counter counter, Subject subject, long amount);

  /** Lets a held subject be reconciled again, and marks it. */
  boolean release(Counter counter, Subject subject);

  /** How far reconciliation of the counter has come. */
  Progress progress(Counter counter);

  /** Replaces the progress. The newest writer wins: progress is advice, never a condition. */
  void saveProgress(Counter counter, Progress progress);

  @Override
  void close();
}
