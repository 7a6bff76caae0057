package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Refusal;
import dev.trueup.events.StoredEvent;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.store.Head;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.simulation.EnumCounts;
import java.math.BigInteger;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Judges a run: the documents, the answers, and what the counter reads beside them. */
final class JournalAuditor {
  private final ManagedCounter managed;
  private final Counters counters;
  private final JournalBooks books;
  private final JournalAnswers answers;
  private final JournalAnswerRarities seen;
  private final EnumCounts<JournalRareEvent> rare;
  private final Map<Subject, Set<StoredEvent>> unacknowledged = new HashMap<>();

  /**
   * @param managed the counter, by ways that nothing happens on
   */
  JournalAuditor(
      ModelJournalState state,
      EventCounter counter,
      ManagedCounter managed,
      EnumCounts<JournalRareEvent> rare) {
    this.managed = managed;
    this.counters = new Counters(List.of(managed), List.of());
    this.books = new JournalBooks(state, counter);
    this.answers = new JournalAnswers(books, counter);
    this.seen = new JournalAnswerRarities(rare, books, counter);
    this.rare = rare;
  }

  JournalBooks books() {
    return books;
  }

  void sent(Event event) {
    books.sent(event);
  }

  void begun(List<Event> events) {
    answers.begun(events);
  }

  /** Looks into all documents. */
  void look(Instant now) {
    for (StoredEvent row : books.look(now)) {
      answers.requireRefusedNotCounted(row);
      unacknowledged.computeIfAbsent(row.subject(), subject -> new HashSet<>()).add(row);
      if (row.occurredAt().isBefore(books.line())) {
        rare.met(JournalRareEvent.CONFIRMED_BELOW_THE_LINE);
      }
    }
  }

  /**
   * Judges what a sender was told.
   *
   * @param outcomes none where it died
   * @param startedAt the time when it began
   * @return whether it has to ask again
   */
  boolean judge(List<Event> events, List<Outcome> outcomes, Instant startedAt) {
    boolean open = outcomes.isEmpty();
    for (int i = 0; i < outcomes.size(); i++) {
      answers.judge(events.get(i), outcomes.get(i), startedAt);
      seen.see(events.get(i), outcomes.get(i));
      open |= outcomes.get(i).kind() == Kind.UNKNOWN;
    }
    unacknowledged.values().forEach(rows -> rows.removeIf(answers::isAcknowledged));
    return open;
  }

  /** What somebody was told to count is readable, or its subject waits for a recount. */
  void agree() {
    for (String name : EventScene.SUBJECTS) {
      Subject subject = new Subject(name);
      StoredSubject stored = managed.store().read(managed.counter(), List.of(subject)).get(subject);
      Head head = stored == null ? null : stored.head();
      if (stored == null || head == null || head.base() == null || head.marked()) {
        continue;
      }
      if (unacknowledged.getOrDefault(subject, Set.of()).isEmpty()) {
        require(
            books.sum(subject).equals(BigInteger.valueOf(stored.fastValue())),
            "I4: all of " + name + " was acknowledged, and it reads " + stored,
            subject);
      }
    }
  }

  /** What was told of refusals is on record. */
  void agree(Map<Refusal, Long> record) {
    answers.agree(record);
  }

  void requireAllSealed() {
    books.requireAllSealed();
  }

  /** Each way to read says what counted. */
  void readAll() {
    for (String name : EventScene.SUBJECTS) {
      Subject subject = new Subject(name);
      for (Reading.Mode mode : Reading.Mode.values()) {
        Reading reading =
            counters.read(managed.counter().name(), List.of(subject), mode).get(subject);
        require(
            reading != null && books.sum(subject).equals(BigInteger.valueOf(reading.value())),
            "I1: after all recounts it reads " + reading,
            subject);
      }
    }
  }

  private void require(boolean holds, String promise, Subject subject) {
    if (!holds) {
      throw new EventViolation(
          promise
              + "; what counted comes to "
              + books.sum(subject)
              + ", of it is there "
              + books.kept(subject));
    }
  }
}
