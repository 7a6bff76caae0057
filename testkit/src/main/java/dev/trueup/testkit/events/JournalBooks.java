package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventTally;
import dev.trueup.events.StoredEvent;
import dev.trueup.testkit.events.ModelJournalState.CounterState;
import dev.trueup.testkit.events.ModelJournalState.Pending;
import dev.trueup.testkit.events.ModelJournalState.SubjectState;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Everything that ever counted, as an auditor writes it down who looks into the documents after
 * every step. It shares no rule with the code that it audits: what is sealed of a subject and what
 * is there of it have to come to what it wrote down, at every moment.
 */
final class JournalBooks {
  private final ModelJournalState state;
  private final EventCounter counter;
  private final AuditedJournal intervals;
  private final Map<String, Set<Event>> sent = new HashMap<>();
  private final Map<String, List<StoredEvent>> ever = new HashMap<>();
  private final Map<StoredEvent.Key, StoredEvent> kept = new HashMap<>();
  private final Map<String, Integer> inIntervals = new HashMap<>();
  private final Map<Subject, BigInteger> sums = new HashMap<>();
  private Instant line = EventTally.NEVER;

  JournalBooks(ModelJournalState state, EventCounter counter) {
    this.state = state;
    this.counter = counter;
    this.intervals = new AuditedJournal("", counter);
  }

  static String key(String subject, String id) {
    return subject + " " + id;
  }

  /** Only what was sent can count. */
  void sent(Event event) {
    sent.computeIfAbsent(key(event.subject(), event.id()), key -> new HashSet<>()).add(event);
  }

  /** Other ids of the same actor and interval that were sent. */
  long sentBeside(Event event) {
    String interval = intervals.intervalOf(event.occurredAt());
    return sent.values().stream()
        .flatMap(Set::stream)
        .filter(
            other ->
                other.subject().equals(event.subject())
                    && !other.id().equals(event.id())
                    && Objects.equals(other.actor(), event.actor())
                    && intervals.intervalOf(other.occurredAt()).equals(interval))
        .map(Event::id)
        .distinct()
        .count();
  }

  /** How often the actor of an event has counted in its interval. */
  int countedBeside(Event event) {
    return inIntervals.getOrDefault(slot(event.subject(), event.actor(), event.occurredAt()), 0);
  }

  private String slot(String subject, @Nullable String actor, Instant at) {
    return subject + " " + actor + " " + intervals.intervalOf(at);
  }

  /** The events of an id that counted; more than one only where its first was forgotten. */
  List<StoredEvent> counted(String subject, String id) {
    return ever.getOrDefault(key(subject, id), List.of());
  }

  /** Whether exactly this event counted. */
  boolean hasCounted(Event event) {
    return counted(event.subject(), event.id()).stream().anyMatch(row -> isOf(event, row));
  }

  /** Whether exactly this event counts and is not sealed yet. */
  boolean isThere(Event event) {
    return counted(event.subject(), event.id()).stream()
        .anyMatch(row -> isOf(event, row) && isKept(row));
  }

  boolean isKept(StoredEvent row) {
    return row.equals(kept.get(row.key()));
  }

  /** What is there of a subject. */
  List<StoredEvent> kept(Subject subject) {
    return kept.values().stream().filter(row -> row.subject().equals(subject)).toList();
  }

  Instant line() {
    return line;
  }

  /** Whether a part of a subject is on its way into the sum. */
  boolean isPending(Subject subject) {
    synchronized (state) {
      SubjectState held = state.counter(counter.name()).subjects.get(subject);
      return held != null && held.pending != null;
    }
  }

  /** Whether something that counted is there still, below the line. */
  boolean keepsBelowTheLine() {
    return kept.values().stream().anyMatch(row -> row.occurredAt().isBefore(line));
  }

  /** Everything is over: nothing may be there any more but what is sealed. */
  void requireAllSealed() {
    synchronized (state) {
      CounterState of = state.counter(counter.name());
      boolean allSealed =
          of.slots.isEmpty()
              // A seal that was cut off is finished with the next one of its subject.
              && of.subjects.values().stream().allMatch(held -> held.rows.isEmpty());
      if (!allSealed) {
        throw new EventViolation(
            "what is over is not sealed; the line is "
                + of.line
                + ", slots are "
                + of.slots
                + ", events "
                + of.subjects.values().stream().map(held -> held.rows.values()).toList());
      }
    }
  }

  /** What everything that ever counted for a subject comes to. */
  BigInteger sum(Subject subject) {
    return sums.getOrDefault(subject, BigInteger.ZERO);
  }

  static boolean isOf(Event event, StoredEvent row) {
    return event.amount() == row.amount()
        && event.occurredAt().equals(row.occurredAt())
        && Objects.equals(event.actor(), row.actor());
  }

  /**
   * Looks at everything.
   *
   * @return what counts since the last look
   */
  List<StoredEvent> look(Instant now) {
    synchronized (state) {
      CounterState of = state.counter(counter.name());
      lookAtLine(of.line, now);
      List<StoredEvent> fresh = new ArrayList<>();
      of.subjects.forEach((subject, held) -> lookAt(subject, held, now, fresh));
      return fresh;
    }
  }

  private void lookAtLine(Instant told, Instant now) {
    if (told.equals(line)) {
      return;
    }
    if (told.isBefore(line) || told.isAfter(now.minus(counter.retention()))) {
      throw new EventViolation(
          "the line went from " + line + " to " + told + "; it is " + now + " and ids are known");
    }
    if (counter.cap() != null
        && intervals.intervalOf(told.minusNanos(1)).equals(intervals.intervalOf(told))) {
      throw new EventViolation("L1: the line " + told + " cuts an interval of the cap");
    }
    line = told;
  }

  private void lookAt(Subject subject, SubjectState held, Instant now, List<StoredEvent> fresh) {
    Pending pending = held.pending;
    BigInteger there = BigInteger.valueOf(held.sum);
    if (pending != null) {
      there = there.add(BigInteger.valueOf(pending.sum()));
    }
    for (StoredEvent row : held.rows.values()) {
      if (!row.confirmed()) {
        continue;
      }
      if (!row.equals(kept.get(row.key()))) {
        count(row, now);
        fresh.add(row);
      }
      if (pending == null || !pending.has(row)) {
        there = there.add(BigInteger.valueOf(row.amount()));
      }
    }
    kept.values()
        .removeIf(
            row -> {
              boolean gone = row.subject().equals(subject) && !row.equals(held.rows.get(row.id()));
              require(!gone || row.occurredAt().isBefore(line), "L4: what counted is kept", row);
              return gone;
            });
    if (!there.equals(sum(subject))) {
      throw new EventViolation(
          "L3, L4: journal and sealed sum of "
              + subject
              + " come to "
              + there
              + ", and what counted to "
              + sum(subject)
              + "; "
              + held.rows.values()
              + " are there, sealed are "
              + held.sum
              + " and "
              + pending);
    }
  }

  private void count(StoredEvent row, Instant now) {
    String key = key(row.subject().key(), row.id());
    require(!kept.containsKey(row.key()), "rows never change", row);
    require(
        sent.getOrDefault(key, Set.of()).stream()
            .anyMatch(event -> isOf(event, row) && !EventAuditor.isLeftOut(counter, event)),
        "only what was sent, and is not left out, counts",
        row);
    require(!row.occurredAt().isAfter(now.plus(counter.aheadMax())), "nothing of the future", row);
    List<StoredEvent> before = ever.computeIfAbsent(key, none -> new ArrayList<>());
    // An id is known within the retention: past it, only another event can have it.
    require(
        before.stream().allMatch(old -> old.occurredAt().isBefore(row.occurredAt())),
        "L2: an id counts once, sealed or not; before it " + before,
        row);
    before.add(row);
    kept.put(row.key(), row);
    sums.merge(row.subject(), BigInteger.valueOf(row.amount()), BigInteger::add);
    if (counter.cap() != null) {
      require(row.actor() != null, "a cap asks for an actor", row);
      int times =
          inIntervals.merge(
              slot(row.subject().key(), row.actor(), row.occurredAt()), 1, Integer::sum);
      require(times <= counter.cap().most(), "L1: an actor counts no more than the cap", row);
    }
  }

  private void require(boolean holds, String promise, StoredEvent row) {
    if (!holds) {
      throw new EventViolation(promise + " fails for " + row + "; the line is " + line);
    }
  }
}
