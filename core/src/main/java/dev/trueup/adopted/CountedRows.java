package dev.trueup.adopted;

import dev.trueup.counter.Subject;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * The rows of an adopted counter by themselves, for a number that is kept in a database of another
 * family. Obtaining one has checked that they can be counted. Only reads. Thread-safe.
 */
public interface CountedRows {
  /** The most groups in one page, and the most subjects in one call. */
  int PAGE_MAX = 1_000;

  /**
   * The rows of one subject.
   *
   * @param total the sum of their amounts, exact
   * @param facts how many they are
   * @param digest of their ids, whatever their order; empty where it was not asked for
   */
  record Group(Subject subject, BigDecimal total, long facts, String digest) {}

  /**
   * Every subject that has rows, each once, as of one moment, in pages of at most {@link
   * #PAGE_MAX}.
   *
   * @return how many rows count and name no subject
   * @throws dev.trueup.error.StoppedException if the watch says so
   */
  long all(Consumer<List<Group>> pages, Watch watch);

  /**
   * The rows of these subjects, as of one moment. A subject without rows is left out.
   *
   * @param subjects at most {@link #PAGE_MAX}
   * @param withDigest whether the ids of the rows are wanted too
   */
  List<Group> of(Collection<Subject> subjects, boolean withDigest);

  /**
   * All rows that count.
   *
   * @param facts how many they are
   * @param withoutSubject how many of them name no subject
   */
  record Total(long facts, long withoutSubject) {}

  /** How many rows there are. */
  Total total();
}
