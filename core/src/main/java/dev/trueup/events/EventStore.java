package dev.trueup.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where journals and tallies are kept. The rules are {@link EventBook}'s; a store loads what they
 * need, in a transaction that nobody else can come between, and writes what they decided in the
 * same one. An insertion and a seal of the same subject exclude each other by its lock.
 * Implementations are thread-safe and may be used by many processes at once.
 *
 * <p>Every verb may raise {@link dev.trueup.error.UnavailableException} (it did not happen) or
 * {@link dev.trueup.error.AnswerLostException} (it may have happened). No verb retries without a
 * bound.
 */
public interface EventStore extends AutoCloseable {
  /** The most events or subjects in one call, and the most rows in one page. */
  int BATCH_MAX = 1_000;

  /** The store's clock. */
  Instant now();

  /** Makes a counter known. Doing it again changes nothing. */
  void enable(EventCounter counter);

  /**
   * Applies events in order, as if each came alone, in one transaction. A refusal of one is no
   * obstacle to the others; it is counted, and leaves no other trace.
   *
   * @param events at most {@link #BATCH_MAX}, all of this counter, of any subjects; ids repeat
   *     within a batch as they would across two
   * @return an outcome each, in order; never UNKNOWN; APPLIED with the value right after that very
   *     event, DUPLICATE with that of the first answer
   */
  List<Outcome> apply(EventCounter counter, List<Event> events);

  /** Tallies as of one moment, read from the truth itself. Unknown subjects are left out. */
  Map<Subject, EventTally> tallies(EventCounter counter, Collection<Subject> subjects);

  /**
   * What the rows of a subject come to whose own time is in a half-open span.
   *
   * @param line below which the subject, or the counter, is sealed: rows are missing there
   */
  record SpanTally(long value, long events, Instant line) {}

  /** The same moment for the rows and for the line. */
  SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span);

  /** A subject's rows past a sequence, in that order. Sealed ones are not there any more. */
  List<JournalRow> rows(EventCounter counter, Subject subject, long afterSequence, int limit);

  /** How many events did not count, by reason, since the counter was enabled first. */
  Map<Refusal, Long> refusals(EventCounter counter);

  /**
   * What one step of sealing did.
   *
   * @param rows how many rows it dropped
   * @param last whether nothing was left to drop when it looked
   */
  record SealStep(long rows, boolean last) {}

  /**
   * One step of sealing: raises the counter's line to {@link EventCounter#sealableBefore}, then, in
   * one transaction, drops rows below it, the oldest first, adds them to the sealed part of their
   * tallies, and raises the lines of those.
   *
   * @param rowsMax the most rows, 1 to {@link #BATCH_MAX}
   */
  SealStep seal(EventCounter counter, int rowsMax);

  /**
   * What is stored about subjects, by key, past the given one, each page as of one moment: the
   * tallies beside the sums of what they should be made of. Subjects with rows and no tally are
   * there too.
   */
  List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit);

  @Override
  void close();
}
