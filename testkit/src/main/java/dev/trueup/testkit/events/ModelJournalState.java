package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.CapKey;
import dev.trueup.events.EventTally;
import dev.trueup.events.Refusal;
import dev.trueup.events.StoredEvent;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What model journals on one memory share, as processes share a database. Everything in it is
 * guarded by the state itself.
 */
public final class ModelJournalState {
  final Map<String, CounterState> counters = new TreeMap<>();
  private long tokens;
  private long recounts;
  private Runnable meanwhile = () -> {};

  /** One counter: its line, its subjects, and who holds the slots of its caps. */
  static final class CounterState {
    Instant line = EventTally.NEVER;
    final TreeMap<Subject, SubjectState> subjects = new TreeMap<>();
    final Map<CapKey, Set<String>> slots = new HashMap<>();
    final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
  }

  /**
   * One subject. What is pending counts by its sum, and its events no more, whether they are there
   * still or not. The version changes with every write of the sealed part.
   */
  static final class SubjectState {
    long version;
    long sum;
    long sealedEvents;
    @Nullable Pending pending;
    final Map<String, StoredEvent> rows = new TreeMap<>();
  }

  /**
   * Events that are on their way into the sum. Whoever is at it may sleep until their ids, which
   * are forgotten by then, are other events': those are later than the line was.
   *
   * @param until past the times of all of them, and at most the line
   */
  record Pending(List<String> ids, Instant until, long sum) {
    boolean has(StoredEvent event) {
      return ids.contains(event.id()) && event.occurredAt().isBefore(until);
    }
  }

  /**
   * Something that happens between two steps of one verb, where a store with documents can be met
   * half-way: others at work, or the end of whoever is at it.
   */
  public void betweenSteps(Runnable happening) {
    synchronized (this) {
      meanwhile = happening;
    }
  }

  /** To be called without the lock. */
  void step() {
    Runnable happening;
    synchronized (this) {
      happening = meanwhile;
    }
    happening.run();
  }

  /** Counts a recount that met a seal and began again. */
  synchronized void countedAgain() {
    recounts++;
  }

  synchronized long recounts() {
    return recounts;
  }

  synchronized long newToken() {
    return ++tokens;
  }

  /** To be called with the lock. */
  CounterState counter(String name) {
    CounterState of = counters.get(name);
    if (of == null) {
      throw new BadRequestException("Counter " + name + " was never enabled.");
    }
    return of;
  }
}
