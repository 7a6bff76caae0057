package dev.trueup.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.UnavailableException;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.store.StoredSubject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The hot path of managed counters: changes in, readings out. Thread-safe; holds no state but the
 * definitions.
 */
public final class Counters {
  /** The most changes or subjects in one call. */
  public static final int CALL_MAX = 10_000;

  private final Map<String, ManagedCounter> managed;
  private final Set<String> otherNames;

  /**
   * @param managed the counters, enabled in their stores
   * @param otherNames names of counters of another layout or kind, for telling them from unknown
   */
  public Counters(Collection<ManagedCounter> managed, Collection<String> otherNames) {
    Map<String, ManagedCounter> byName = new TreeMap<>();
    for (ManagedCounter one : managed) {
      byName.put(one.counter().name(), one);
    }
    this.managed = Map.copyOf(byName);
    this.otherNames = Set.copyOf(otherNames);
  }

  /** Applies one change. */
  public Outcome apply(Change change) {
    return apply(List.of(change)).get(0);
  }

  /** Applies one change; an APPLIED outcome carries the reading right after it. */
  public Outcome applyAndRead(Change change) {
    return apply(List.of(change), true).get(0);
  }

  /** Applies changes; those of one store batch go in one atomic step where the store can. */
  public List<Outcome> apply(List<Change> changes) {
    return apply(changes, false);
  }

  /**
   * Applies changes. A store that is down or loses its answer is no error here: the outcome is
   * UNKNOWN, and sending the same change again is safe.
   *
   * @param changes at most {@link #CALL_MAX}
   * @param withReading whether APPLIED outcomes carry the reading right after their change
   * @return an outcome each, in order
   */
  public List<Outcome> apply(List<Change> changes, boolean withReading) {
    requireCallSize(changes.size());
    Outcome[] outcomes = new Outcome[changes.size()];
    Map<ManagedCounter, List<Integer>> places = new LinkedHashMap<>();
    for (int at = 0; at < changes.size(); at++) {
      String name = changes.get(at).counter();
      ManagedCounter one = managed.get(name);
      if (one == null) {
        outcomes[at] = refused(name);
      } else {
        places.computeIfAbsent(one, key -> new ArrayList<>()).add(at);
      }
    }
    places.forEach(
        (one, indexes) -> {
          for (int from = 0; from < indexes.size(); from += CounterStore.BATCH_MAX) {
            int to = Math.min(indexes.size(), from + CounterStore.BATCH_MAX);
            applyBatch(one, indexes.subList(from, to), changes, outcomes, withReading);
          }
        });
    return List.copyOf(Arrays.asList(outcomes));
  }

  private static void applyBatch(
      ManagedCounter one,
      List<Integer> places,
      List<Change> changes,
      Outcome[] outcomes,
      boolean withReading) {
    List<Change> batch = places.stream().map(changes::get).toList();
    List<Outcome> answers;
    try {
      answers = one.store().accept(one.counter(), batch, withReading);
    } catch (AnswerLostException | UnavailableException failure) {
      Outcome unknown =
          Outcome.unknown(
              "No answer from the store of "
                  + one.counter().name()
                  + "; send the same change again, with the same id. "
                  + failure.getMessage());
      places.forEach(place -> outcomes[place] = unknown);
      return;
    }
    if (answers.size() != batch.size()) {
      throw new BrokenInvariantException(
          "Counter "
              + one.counter().name()
              + ": the store answered "
              + answers.size()
              + " of "
              + batch.size()
              + " changes.");
    }
    for (int at = 0; at < answers.size(); at++) {
      outcomes[places.get(at)] = answers.get(at);
    }
  }

  private Outcome refused(String name) {
    return otherNames.contains(name)
        ? Outcome.rejected(
            Rejection.WRONG_KIND,
            "Counter " + name + " is not a managed counter of kind rows; it takes no changes.")
        : Outcome.rejected(
            Rejection.UNKNOWN_COUNTER,
            "There is no counter called "
                + name
                + "; managed counters are "
                + new TreeSet<>(managed.keySet())
                + ".");
  }

  /** A FAST reading. */
  public Reading read(String counter, String subject) {
    return read(counter, subject, Reading.Mode.FAST);
  }

  public Reading read(String counter, String subject, Reading.Mode mode) {
    Subject one = new Subject(subject);
    Reading reading = read(counter, List.of(one), mode).get(one);
    if (reading == null) {
      throw new BrokenInvariantException("Counter " + counter + ": no reading of " + subject + ".");
    }
    return reading;
  }

  /**
   * Readings of many subjects; always one for each. Where a subject has no base it is counted from
   * the source, and the reading says so.
   *
   * @throws BadRequestException if there is no such managed counter
   * @throws UnavailableException if store or source cannot be reached
   */
  public Map<Subject, Reading> read(
      String counter, Collection<Subject> subjects, Reading.Mode mode) {
    requireCallSize(subjects.size());
    ManagedCounter one = require(counter);
    Map<Subject, Reading> readings = new LinkedHashMap<>();
    List<Subject> distinct = List.copyOf(new LinkedHashSet<>(subjects));
    for (int from = 0; from < distinct.size(); from += CounterStore.BATCH_MAX) {
      int to = Math.min(distinct.size(), from + CounterStore.BATCH_MAX);
      readPage(one, distinct.subList(from, to), mode, readings);
    }
    return readings;
  }

  private static void readPage(
      ManagedCounter one, List<Subject> page, Reading.Mode mode, Map<Subject, Reading> readings) {
    Map<Subject, StoredSubject> stored =
        mode == Reading.Mode.SOURCE ? Map.of() : one.store().read(one.counter(), page);
    Instant now = stored.isEmpty() ? null : one.store().now();
    List<Subject> fromSource = new ArrayList<>();
    List<Subject> fresh = new ArrayList<>();
    for (Subject subject : page) {
      StoredSubject kept = stored.get(subject);
      Head.Base base = kept == null || kept.head() == null ? null : kept.head().base();
      if (kept == null || base == null || now == null) {
        fromSource.add(subject);
      } else if (mode == Reading.Mode.FRESH) {
        fresh.add(subject);
      } else {
        readings.put(subject, reading(one, subject, kept.fastValue(), mode, base, now));
      }
    }
    if (fromSource.isEmpty() && fresh.isEmpty()) {
      return;
    }
    try (SourceSnapshot snapshot = one.source().open()) {
      for (Subject subject : fresh) {
        StoredSubject kept = stored.get(subject);
        Head.Base base = kept == null || kept.head() == null ? null : kept.head().base();
        if (kept != null && base != null && now != null) {
          long value =
              freshValue(one.counter(), kept, base, snapshot.tail(subject, base.watermark()));
          readings.put(subject, reading(one, subject, value, mode, base, now));
        }
      }
      Instant allTimes = Instant.parse("9999-01-01T00:00:00Z");
      Map<Subject, SourceSnapshot.Truth> truths =
          fromSource.isEmpty() ? Map.of() : snapshot.count(fromSource, allTimes, null);
      for (Subject subject : fromSource) {
        long value = truths.getOrDefault(subject, SourceSnapshot.Truth.ZERO).value();
        readings.put(
            subject,
            new Reading(one.counter().name(), subject, value, Reading.Mode.SOURCE, null, null));
      }
    }
  }

  /**
   * Base and tail; for a mutable source also the cells of old facts past B, because their rows say
   * nothing of when they changed.
   */
  private static long freshValue(Counter counter, StoredSubject kept, Head.Base base, long tail) {
    Watermark watermark = base.watermark();
    long value = Math.addExact(base.value(), tail);
    if (counter.immutable()) {
      return value;
    }
    for (var cell : kept.cells().entrySet()) {
      boolean ofOldFact = cell.getKey().factWindow().isBefore(watermark.factsBefore());
      if (ofOldFact && !watermark.covers(cell.getKey())) {
        value = Math.addExact(value, cell.getValue());
      }
    }
    return value;
  }

  private static Reading reading(
      ManagedCounter one,
      Subject subject,
      long value,
      Reading.Mode mode,
      Head.Base base,
      Instant now) {
    Duration age = Duration.between(base.installedAt(), now);
    return new Reading(
        one.counter().name(),
        subject,
        value,
        mode,
        base.watermark(),
        age.isNegative() ? Duration.ZERO : age);
  }

  /** Forgets a subject; for one settle time its changes are REJECTED {@code forgotten}. */
  public void forget(String counter, String subject) {
    ManagedCounter one = require(counter);
    one.store()
        .forget(
            one.counter(), new Subject(subject), one.store().now().plus(one.counter().settle()));
  }

  /** Lets a subject that an undo holds be reconciled again. */
  public boolean release(String counter, String subject) {
    ManagedCounter one = require(counter);
    return one.store().release(one.counter(), new Subject(subject));
  }

  private ManagedCounter require(String counter) {
    ManagedCounter one = managed.get(counter);
    if (one == null) {
      Outcome why = refused(counter);
      @Nullable String message = why.message();
      throw new BadRequestException(
          message == null ? "No managed counter " + counter + "." : message);
    }
    return one;
  }

  private static void requireCallSize(int size) {
    if (size > CALL_MAX) {
      throw new BadRequestException(
          "A call with "
              + size
              + " items is too large; at most "
              + CALL_MAX
              + " are allowed, send it in parts.");
    }
  }
}
