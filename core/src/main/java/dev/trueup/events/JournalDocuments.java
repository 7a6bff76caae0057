package dev.trueup.events;

import dev.trueup.counter.Subject;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A journal where no two writes go together: every verb is atomic for one event, slot or subject
 * and no more. {@link ManagedJournal} makes them safe. What was written is seen by every later
 * question. Thread-safe, for many processes at once.
 *
 * <p>Every verb may raise {@link dev.trueup.error.UnavailableException} (it did not happen) or
 * {@link dev.trueup.error.AnswerLostException} (it may have happened), and may be asked again.
 */
public interface JournalDocuments {
  /** The store's clock. */
  Instant now();

  /** A number that no other call has. */
  long newToken();

  /** Makes a counter known. Doing it again changes nothing. */
  void enable(EventCounter counter);

  /** Below which the counter is sealed; {@link EventTally#NEVER} where it is not. Never falls. */
  Instant line(EventCounter counter);

  /** Raises the line; a lower one changes nothing. */
  void raiseLine(EventCounter counter, Instant line);

  /** The events with these keys, confirmed or not. */
  List<StoredEvent> find(EventCounter counter, Set<StoredEvent.Key> keys);

  /**
   * Puts events in, unconfirmed, each unless its key is there already; their subjects become known
   * before them.
   *
   * @return the keys of those that were put in by this call, or an earlier one with its token
   */
  Set<StoredEvent.Key> insert(EventCounter counter, List<StoredEvent> events);

  /**
   * Confirms events, each if it is there with its token.
   *
   * @return the keys of those that are confirmed now
   */
  Set<StoredEvent.Key> confirm(EventCounter counter, List<StoredEvent> events);

  /** Takes an event out, if it is there with its token and not confirmed. */
  void withdraw(EventCounter counter, StoredEvent event);

  /** The ids that hold the slots of caps. */
  Map<CapKey, Set<String>> slots(EventCounter counter, Set<CapKey> keys);

  /**
   * Takes a slot of a cap for an id, in one write.
   *
   * @return whether the id has one now
   */
  boolean claim(EventCounter counter, CapKey key, String id, long most);

  /** Gives the slot of an id back. */
  void release(EventCounter counter, CapKey key, String id);

  /** Drops the slots of intervals that end at or before the line. */
  void dropSlots(EventCounter counter, Instant line);

  /** What confirmed events of a span come to, and the line, which is asked after them. */
  EventStore.SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span);

  Map<Refusal, Long> refusals(EventCounter counter);

  void addRefusals(EventCounter counter, Map<Refusal, Long> more);

  /** Events with their own time below the line, the oldest first, past the given one. */
  List<StoredEvent> below(
      EventCounter counter, Instant line, @Nullable StoredEvent after, int limit);

  /**
   * Makes confirmed events of one subject a part of its sum and drops them. What they add to the
   * truth is the same before, between and after its writes; one that was cut off is finished first.
   *
   * @return how many were dropped; fewer where somebody else is sealing the subject
   */
  int seal(EventCounter counter, Subject subject, Collection<StoredEvent> events);
}
