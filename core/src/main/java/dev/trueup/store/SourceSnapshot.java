package dev.trueup.store;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The source as it was at one moment, where the database can do that; otherwise over the short time
 * from {@link #firstReadAt} to {@link #lastReadAt}. Used by one thread.
 */
public interface SourceSnapshot extends AutoCloseable {
  /** The source's clock just before the first read. */
  Instant firstReadAt();

  /** The source's clock after which nothing that was read can have been written. */
  Instant lastReadAt();

  /** When the oldest transaction that was open at the first read began, where the source tells. */
  Optional<Instant> oldestOpenTransaction();

  /** The newest created or deleted stamp, if there is any fact. */
  Optional<Instant> newestStamp();

  /**
   * Counts, in one question, the facts of these subjects created before an instant (those without a
   * created stamp included).
   *
   * @param asOf for immutable sources: a fact deleted at or after this instant still counts; null:
   *     a fact counts as it stands now
   * @return the truth of each subject; zero where there are no facts
   */
  Map<Subject, Truth> count(
      Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf);

  /**
   * What a FRESH reading adds to a base for the facts past its watermark.
   *
   * @return facts that count now and were created at or after W; for {@code immutable} sources less
   *     those created before W and deleted at or after B
   */
  long tail(Subject subject, Watermark watermark);

  /** Subjects that have facts, in the source's own order, past the given one. */
  List<Subject> subjects(@Nullable Subject after, int limit);

  /**
   * Subjects with facts created at or after one instant or deleted (by stamp) at or after another,
   * in the source's own order, past the given one.
   */
  List<Subject> changedSince(Instant created, Instant deleted, @Nullable Subject after, int limit);

  /**
   * The facts that a recount at {@code to} saw and one at {@code from} did not: created in [from.W,
   * to.W), or created before from.W and deleted by stamp in [from.B, to.B).
   */
  List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit);

  /** The facts with these ids that the subject has, whatever their age. */
  List<Fact> factsById(Subject subject, Collection<String> ids);

  /** About how many subjects have facts, where the source can tell cheaply; for estimates only. */
  OptionalLong subjectsEstimate();

  @Override
  void close();

  /**
   * A recounted value.
   *
   * @param value the sum of amounts
   * @param facts how many facts it took, for pacing
   */
  record Truth(long value, long facts) {
    public static final Truth ZERO = new Truth(0, 0);
  }

  /**
   * One fact, for explaining drift.
   *
   * @param id its own key
   * @param createdAt its created stamp
   * @param weight what it counts for while it counts
   * @param counts whether it counts in this snapshot
   */
  record Fact(String id, Instant createdAt, long weight, boolean counts) {}
}
