package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.StoredEvent;
import dev.trueup.store.FactSource;
import dev.trueup.store.SourceSnapshot;
import dev.trueup.testkit.events.ModelJournalState.Pending;
import dev.trueup.testkit.events.ModelJournalState.SubjectState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A model journal as a source of facts: the confirmed events of one counter, and what is sealed.
 * What is sealed is read before the events and after them, as a store of documents has to; the
 * protected methods are steps for planted faults to break. Thread-safe.
 */
public class ModelJournalSource implements FactSource {
  private static final int ATTEMPTS_MAX = 20;

  private final ModelJournalState state;
  private final String counter;
  private final InstantSource clock;

  /**
   * @param counter its name
   */
  public ModelJournalSource(ModelJournalState state, String counter, InstantSource clock) {
    this.state = state;
    this.counter = counter;
    this.clock = clock;
  }

  /** Whether an event is a fact. */
  protected boolean isFact(StoredEvent event) {
    return event.confirmed();
  }

  /** Whether an event counts by the sum of what is pending. */
  protected boolean isPending(StoredEvent event, @Nullable Pending pending) {
    return pending != null && pending.has(event);
  }

  /** Whether nobody sealed between the two looks at what is sealed. */
  protected boolean isUnchanged(long before, long after) {
    return before == after;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public SourceSnapshot open() {
    return new Snapshot(clock.instant());
  }

  /** The sealed part of a subject. */
  private record Part(long version, long value, @Nullable Pending pending) {}

  private Part part(Subject subject) {
    synchronized (state) {
      SubjectState held = state.counter(counter).subjects.get(subject);
      if (held == null) {
        return new Part(0, 0, null);
      }
      Pending pending = held.pending;
      long value = pending == null ? held.sum : Math.addExact(held.sum, pending.sum());
      return new Part(held.version, value, pending);
    }
  }

  private List<StoredEvent> facts(Subject subject, Predicate<StoredEvent> taken) {
    synchronized (state) {
      SubjectState held = state.counter(counter).subjects.get(subject);
      return held == null
          ? List.of()
          : held.rows.values().stream().filter(this::isFact).filter(taken).toList();
    }
  }

  private List<Subject> page(Predicate<SubjectState> taken, @Nullable Subject after, int limit) {
    synchronized (state) {
      var all = state.counter(counter).subjects;
      return (after == null ? all : all.tailMap(after, false))
          .entrySet().stream()
              .filter(one -> taken.test(one.getValue()))
              .map(Map.Entry::getKey)
              .limit(limit)
              .toList();
    }
  }

  private final class Snapshot implements SourceSnapshot {
    private final Instant firstReadAt;

    Snapshot(Instant firstReadAt) {
      this.firstReadAt = firstReadAt;
    }

    @Override
    public Map<Subject, Truth> count(
        Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
      Map<Subject, Truth> truths = new HashMap<>();
      for (Subject subject : subjects) {
        truths.put(subject, count(subject, factsBefore));
      }
      return truths;
    }

    private Truth count(Subject subject, Instant factsBefore) {
      for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
        Part before = part(subject);
        state.step();
        List<StoredEvent> counted =
            facts(
                subject,
                event ->
                    event.arrivedAt().isBefore(factsBefore) && !isPending(event, before.pending()));
        state.step();
        if (isUnchanged(before.version(), part(subject).version())) {
          long value =
              counted.stream()
                  .mapToLong(StoredEvent::amount)
                  .reduce(before.value(), Math::addExact);
          return new Truth(value, counted.size());
        }
        state.countedAgain();
      }
      throw new UnavailableException(
          "The events of " + subject + " were sealed during each of " + ATTEMPTS_MAX + " counts.");
    }

    @Override
    public Instant firstReadAt() {
      return firstReadAt;
    }

    @Override
    public Instant lastReadAt() {
      return clock.instant();
    }

    @Override
    public Optional<Instant> oldestOpenTransaction() {
      return Optional.empty();
    }

    @Override
    public Optional<Instant> newestStamp() {
      synchronized (state) {
        return state.counter(counter).subjects.values().stream()
            .flatMap(held -> held.rows.values().stream())
            .filter(ModelJournalSource.this::isFact)
            .map(StoredEvent::arrivedAt)
            .max(Comparator.naturalOrder());
      }
    }

    @Override
    public long tail(Subject subject, Watermark watermark) {
      return facts(subject, event -> !event.arrivedAt().isBefore(watermark.factsBefore())).stream()
          .mapToLong(StoredEvent::amount)
          .reduce(0, Math::addExact);
    }

    @Override
    public List<Subject> subjects(@Nullable Subject after, int limit) {
      return page(held -> true, after, limit);
    }

    @Override
    public List<Subject> changedSince(
        Instant created, Instant deleted, @Nullable Subject after, int limit) {
      // What is sealed arrived before every watermark: only a listing from the beginning has it.
      return created.isAfter(Instant.EPOCH)
          ? page(
              held ->
                  held.rows.values().stream()
                      .anyMatch(event -> isFact(event) && !event.arrivedAt().isBefore(created)),
              after,
              limit)
          : subjects(after, limit);
    }

    @Override
    public List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
      return asFacts(
          facts(
                  subject,
                  event ->
                      !event.arrivedAt().isBefore(from.factsBefore())
                          && event.arrivedAt().isBefore(to.factsBefore()))
              .stream()
              .limit(limit));
    }

    @Override
    public List<Fact> factsById(Subject subject, Collection<String> ids) {
      return asFacts(facts(subject, event -> ids.contains(event.id())).stream());
    }

    private List<Fact> asFacts(Stream<StoredEvent> events) {
      return events
          .map(event -> new Fact(event.id(), event.arrivedAt(), event.amount(), true))
          .toList();
    }

    @Override
    public OptionalLong subjectsEstimate() {
      synchronized (state) {
        return OptionalLong.of(state.counter(counter).subjects.size());
      }
    }

    @Override
    public void close() {
      // Nothing is held open.
    }
  }
}
