package dev.trueup.members;

import java.time.Instant;
import java.util.function.Function;

/**
 * Keeps sets of members and their counts. A store offers atomic steps; what is done in them is
 * decided in this package, once for all stores. Thread-safe.
 */
public interface MemberStore extends AutoCloseable {
  /** The most operations in one step. */
  int BATCH_MAX = 500;

  /** The store's clock. */
  Instant now();

  /**
   * Makes a relation known. Doing it again changes nothing.
   *
   * @throws dev.trueup.error.BadRequestException if one of its names is known with another zone or
   *     another side: the counts would mean something else
   */
  void enable(Relation relation);

  /**
   * Runs one atomic step: all of it happens or nothing. The work may run more than once, and has no
   * effect but on the rows.
   *
   * @param doing for messages, as in {@code "change members"}
   * @throws dev.trueup.error.AnswerLostException if it may or may not have happened
   * @throws dev.trueup.error.UnavailableException if it did not happen
   */
  <T> T write(Relation relation, String doing, Function<MemberRows, T> work);

  /** Runs work that sees one moment of the relation throughout. */
  <T> T read(Relation relation, String doing, Function<MemberView, T> work);

  @Override
  void close();
}
