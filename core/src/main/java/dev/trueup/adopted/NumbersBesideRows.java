package dev.trueup.adopted;

import dev.trueup.adopted.AdoptedPlace.Scan;
import dev.trueup.adopted.CountedRows.Group;
import dev.trueup.counter.Subject;
import dev.trueup.error.StoppedException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares numbers in one place with rows in another, in bounded memory: the numbers chunk by
 * chunk, each with the rows of its subjects. Only if some rows belong to none of them are the
 * subjects of the rows listed as well. No moment is common to both, unless a place can read them
 * together. Thread-safe.
 */
public final class NumbersBesideRows {
  private static final Group NONE = new Group(new Subject("none"), BigDecimal.ZERO, 0, "");

  private final String counter;
  private final CountedNumbers numbers;
  private final CountedRows rows;
  private final @Nullable Together together;

  /** Numbers and rows of some subjects, as of one moment. */
  @FunctionalInterface
  public interface Together {
    /** A sample of each subject that has a number. */
    List<Sample> of(Collection<Subject> subjects, boolean withDigest);
  }

  public NumbersBesideRows(String counter, CountedNumbers numbers, CountedRows rows) {
    this(counter, numbers, rows, null);
  }

  /**
   * @param together reads both as of one moment; null: each is read by itself
   */
  public NumbersBesideRows(
      String counter, CountedNumbers numbers, CountedRows rows, @Nullable Together together) {
    this.counter = counter;
    this.numbers = numbers;
    this.rows = rows;
    this.together = together;
  }

  /** As {@link AdoptedPlace#scan}. */
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    long[] subjects = new long[1];
    long[] matched = new long[1];
    numbers.all(
        chunk -> {
          for (Sample sample :
              together == null ? beside(chunk, false) : together.of(chunk.keySet(), false)) {
            subjects[0]++;
            matched[0] += sample.facts();
            mayDiffer.accept(sample);
          }
          look(watch, subjects[0]);
        });
    CountedRows.Total total = rows.total();
    if (total.facts() != matched[0] + total.withoutSubject()) {
      rows.all(
          page -> {
            look(watch, subjects[0]);
            missing(page, mayDiffer);
          },
          watch);
    }
    return new Scan(subjects[0], total.withoutSubject());
  }

  private void missing(List<Group> page, Consumer<Sample> mayDiffer) {
    for (int from = 0; from < page.size(); from += CountedNumbers.CHUNK_MAX) {
      List<Group> part = page.subList(from, Math.min(page.size(), from + CountedNumbers.CHUNK_MAX));
      Set<Subject> there =
          new HashSet<>(numbers.existing(part.stream().map(Group::subject).toList()));
      for (Group group : part) {
        if (!there.contains(group.subject())) {
          mayDiffer.accept(
              new Sample(group.subject(), false, null, group.total(), group.facts(), ""));
        }
      }
    }
  }

  /** Both sides of some subjects, of one moment where that can be had. */
  public List<Sample> sample(Collection<Subject> subjects) {
    return together == null ? beside(numbers.of(subjects), true) : together.of(subjects, true);
  }

  /** Numbers that were read, beside the rows of their subjects. */
  public List<Sample> beside(Map<Subject, CountedNumbers.Stored> some, boolean withDigest) {
    return pair(some, rows.of(some.keySet(), withDigest));
  }

  /** Numbers and rows that were read already, each number with its rows. */
  public static List<Sample> pair(Map<Subject, CountedNumbers.Stored> some, List<Group> found) {
    Map<Subject, Group> groups = new HashMap<>();
    found.forEach(group -> groups.put(group.subject(), group));
    List<Sample> samples = new ArrayList<>();
    some.forEach(
        (subject, number) -> {
          Group group = groups.getOrDefault(subject, NONE);
          samples.add(
              new Sample(
                  subject,
                  true,
                  number.stored(),
                  group.total(),
                  group.facts(),
                  group.digest(),
                  number.capacity()));
        });
    return samples;
  }

  private void look(Watch watch, long subjects) {
    watch.progress(counter, Watch.Phase.COUNTING, subjects, 0);
    if (watch.isStopped()) {
      throw new StoppedException("The audit of " + counter + " was stopped. Nothing was changed.");
    }
  }
}
