package dev.trueup.adopted;

import dev.trueup.counter.Subject;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where the rows and the number of one adopted counter are: what a backend offers to the algorithm.
 * Obtaining one has checked that tables, columns and types are there and can count. Audits need
 * nothing but the permission to read.
 */
public interface AdoptedPlace {
  /** The note of every place that reads rows and number in two databases. */
  String TWO_DATABASES =
      "Rows and counter are in two databases, read one after the other: what was under way then"
          + " may show as drift. A repair confirms it by samples first.";

  /** What the counter's type can hold. */
  Capacity capacity();

  /** What a reader of a report should know about this place, each a sentence. */
  List<String> notes();

  /**
   * What one pass over all subjects saw.
   *
   * @param subjects how many the target has that the counter is about
   * @param factsWithoutSubject rows that count and name no subject
   */
  record Scan(long subjects, long factsWithoutSubject) {}

  /**
   * Compares all subjects in one pass over one snapshot, in bounded memory. The consumer is given
   * those that may differ, that are NULL, or that the target does not have; it may also be given
   * some that agree.
   *
   * @throws dev.trueup.error.StoppedException if the watch says so
   */
  Scan scan(Consumer<Sample> mayDiffer, Watch watch);

  /** Takes the right to repair this counter's number; empty while somebody else has it. */
  Optional<RepairSession> tryRepair();

  /** The right to repair, with the connection that measures and corrects. For one thread. */
  interface RepairSession extends AutoCloseable {
    /** The most subjects in one call. */
    int SUBJECTS_MAX = 200;

    /**
     * Rows and counter of these subjects, all at one moment where rows and counter are in one
     * database. A subject that the target does not have, or that the counter is not about, is left
     * out.
     *
     * @throws dev.trueup.error.UnavailableException if the right was lost
     */
    List<Sample> sample(Collection<Subject> subjects);

    /** Whether entries go on record in the very transaction that writes the corrections. */
    boolean recordsTogether();

    /**
     * Writes corrections in one short transaction, each only if its own condition holds. Where
     * {@link #recordsTogether} says so, {@code record} is asked for the entries of that
     * transaction, which may be more than once.
     *
     * @return a result each, in order
     * @throws dev.trueup.error.AnswerLostException if it is not known whether they were written
     * @throws dev.trueup.error.UnavailableException if the right was lost; nothing was written
     */
    List<Correction.Result> correct(List<Correction> corrections, Correction.Recorder recorder);

    @Override
    void close();
  }
}
