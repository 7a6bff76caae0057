package dev.trueup.adopted;

import dev.trueup.counter.Subject;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an adopted counter by themselves, whose rows are in a database of another family.
 * Obtaining one has checked that they can be read. Only reads. Thread-safe.
 */
public interface CountedNumbers {
  /** The most numbers in one chunk, and the most subjects in one call. */
  int CHUNK_MAX = 500;

  /**
   * One number.
   *
   * @param stored as text, exactly as the database shows it; null where it is NULL
   * @param capacity what it can hold, where one differs from the next; null: the same as all
   */
  record Stored(@Nullable String stored, @Nullable Capacity capacity) {}

  /** Every number that the counter is about, in chunks of at most {@link #CHUNK_MAX}. */
  void all(Consumer<Map<Subject, Stored>> chunks);

  /** The numbers of these subjects that the counter is about. */
  Map<Subject, Stored> of(Collection<Subject> subjects);

  /** Which of these subjects are there at all, whether or not the counter is about them. */
  Set<Subject> existing(Collection<Subject> subjects);
}
