package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where entries, balances and reservations are kept. The rules are {@link LedgerBook}'s; a store
 * loads what they need, in a transaction that nobody else can come between, and writes what they
 * decided in the same one. The store itself holds floor and ceiling, and that an id is there once.
 * Implementations are thread-safe and may be used by many processes at once.
 *
 * <p>Every verb may raise {@link dev.trueup.error.UnavailableException} (it did not happen) or
 * {@link dev.trueup.error.AnswerLostException} (it may have happened). No verb retries without a
 * bound.
 */
public interface LedgerStore extends AutoCloseable {
  /** The most operations or subjects in one call, and the most rows in one page. */
  int BATCH_MAX = 1_000;

  /** The store's clock. */
  Instant now();

  /**
   * Makes a counter known, with its bounds. Bounds that changed are put in place for every balance
   * at once.
   *
   * @throws dev.trueup.error.BadRequestException if a balance is past the new bounds; nothing was
   *     changed
   */
  void enable(LedgerCounter counter);

  /**
   * Applies operations in order, as if each came alone, in one transaction. A refusal of one is no
   * obstacle to the others, and leaves no trace.
   *
   * @param operations at most {@link #BATCH_MAX}, of any subjects; ids repeat within a batch as
   *     they would across two
   * @return an outcome each, in order; never UNKNOWN
   */
  List<LedgerOutcome> apply(LedgerCounter counter, List<LedgerOperation> operations);

  /** Balances as of one moment, read from the truth itself. Unknown subjects are left out. */
  Map<Subject, StoredBalance> balances(LedgerCounter counter, Collection<Subject> subjects);

  /** A subject's entries past a sequence, in order. */
  List<Entry> entries(LedgerCounter counter, Subject subject, long afterSequence, int limit);

  /** A reservation, open or not. */
  Optional<Reservation> reservation(LedgerCounter counter, Subject subject, String id);

  /** Open reservations whose time is over by the store's clock, the oldest end first. */
  List<Reservation> due(LedgerCounter counter, int limit);

  /**
   * What is stored about subjects, by key, past the given one, each page as of one moment: the
   * balances beside the sums of what they should be made of. Subjects with entries or reservations
   * and no balance are there too.
   */
  List<AuditedBalance> examine(LedgerCounter counter, @Nullable Subject after, int limit);

  @Override
  void close();
}
