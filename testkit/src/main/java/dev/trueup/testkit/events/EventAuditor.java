package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
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
 * Judges a store by its journal and its answers after every event. It reads what any user can read
 * and keeps its own books.
 */
final class EventAuditor {
  private static final CapInterval.Span NO_TIME =
      new CapInterval.Span(Instant.EPOCH, Instant.EPOCH.plusMillis(1));

  private final EventStore store;
  private final EventCounter counter;
  private final Map<String, AuditedJournal> books = new HashMap<>();
  private final Map<String, Set<Event>> sent = new HashMap<>();
  private Instant line = EventTally.NEVER;

  EventAuditor(EventStore store, EventCounter counter) {
    this.store = store;
    this.counter = counter;
  }

  AuditedJournal book(String subject) {
    return books.computeIfAbsent(subject, key -> new AuditedJournal(key, counter));
  }

  /** Below which the store says that it is sealed. */
  Instant line() {
    return line;
  }

  /** Only what was sent can count. */
  void sent(Event event) {
    sent.computeIfAbsent(event.subject() + " " + event.id(), key -> new HashSet<>()).add(event);
  }

  /** Takes in what is new in the journals, and reads the values. */
  List<JournalRow> follow(Set<String> subjects, Instant now) {
    List<JournalRow> found = new ArrayList<>();
    for (String subject : subjects) {
      AuditedJournal book = book(subject);
      for (JournalRow row :
          store.rows(counter, new Subject(subject), book.sequence(), EventStore.BATCH_MAX)) {
        mayCount(book, row, now);
        book.follow(row);
        found.add(row);
      }
      agree(subject);
    }
    return found;
  }

  private void agree(String subject) {
    Subject key = new Subject(subject);
    book(subject).agree(store.tallies(counter, List.of(key)).getOrDefault(key, EventTally.ZERO));
  }

  private void mayCount(AuditedJournal book, JournalRow row, Instant now) {
    String subject = row.subject().key();
    boolean wasSent =
        sent.getOrDefault(subject + " " + row.id(), Set.of()).stream()
            .anyMatch(event -> isOf(event, row) && !isLeftOut(counter, event));
    require(wasSent, "only what was sent, and is not left out, counts", row);
    require(!row.occurredAt().isAfter(now.plus(counter.aheadMax())), "nothing of the future", row);
    require(
        !row.occurredAt().isBefore(line) || line.equals(EventTally.NEVER),
        "below the seal nothing is taken",
        row);
    require(counter.cap() == null || row.actor() != null, "a cap asks for an actor", row);
    require(book.counted(row.id()) == null, "L2: an id counts once, sealed or not", row);
  }

  private static boolean isOf(Event event, JournalRow row) {
    return event.amount() == row.amount()
        && event.occurredAt().equals(row.occurredAt())
        && Objects.equals(event.actor(), row.actor());
  }

  /** By the auditor's own reading of the declaration. */
  static boolean isLeftOut(EventCounter counter, Event event) {
    if (counter.exclusions().isEmpty()) {
      return false;
    }
    String agent = event.attributes().get("agent");
    boolean machine = "bot".equals(agent) || "crawler".equals(agent);
    String owner = event.attributes().get("owner");
    return machine || (owner != null && owner.equals(event.actor()));
  }

  /** Looks at what a seal has left; its line never falls and never reaches into the retention. */
  void sealed(Instant now) {
    Instant told = EventTally.NEVER;
    for (String subject : EventScene.SUBJECTS) {
      Subject key = new Subject(subject);
      Instant own = store.between(counter, key, NO_TIME).line();
      told = own.isAfter(told) ? own : told;
    }
    if (told.isBefore(line) || told.isAfter(now.minus(counter.retention()))) {
      throw new EventViolation(
          "The line went from " + line + " to " + told + "; it is " + now + " and ids are known");
    }
    if (!told.equals(EventTally.NEVER)) {
      String before = book("a").intervalOf(told.minusNanos(1_000));
      if (counter.cap() != null && before.equals(book("a").intervalOf(told))) {
        throw new EventViolation("L1: the line " + told + " cuts an interval of the cap");
      }
    }
    line = told;
    for (String subject : EventScene.SUBJECTS) {
      List<JournalRow> left = store.rows(counter, new Subject(subject), 0, EventStore.BATCH_MAX);
      book(subject).sealedUpTo(left, line);
      agree(subject);
    }
  }

  /**
   * Judges one answer.
   *
   * @param fresh what the call has written
   * @param alone whether it was the only event of its call
   */
  void judge(Event event, Outcome outcome, List<JournalRow> fresh, boolean alone, Instant now) {
    AuditedJournal book = book(event.subject());
    JournalRow counted = book.counted(event.id());
    switch (outcome.kind()) {
      case APPLIED ->
          require(
              counted != null && fresh.contains(counted) && tells(outcome, counted),
              "L4: APPLIED tells the value right after its own event: " + outcome,
              event);
      case DUPLICATE ->
          require(
              counted != null
                  && !book.isSealed(event.id())
                  && tells(outcome, counted)
                  && (isOf(event, counted) || counter.counts() == Counts.ONCE_PER_ID)
                  && !(alone && fresh.contains(counted)),
              "L2: DUPLICATE repeats the answer of an id that is known: " + outcome,
              event);
      case REJECTED -> {
        if (alone) {
          require(
              fresh.isEmpty() && isRight(event, outcome.rejection(), book, now),
              "refused with reason: " + outcome,
              event);
        }
      }
      case UNKNOWN -> {}
      case COVERED -> require(false, "nothing is covered here", event);
    }
  }

  private static boolean tells(Outcome outcome, JournalRow row) {
    return outcome.reading() != null && outcome.reading().value() == row.valueAfter();
  }

  private boolean isRight(
      Event event, @Nullable Rejection rejection, AuditedJournal book, Instant now) {
    JournalRow counted = book.counted(event.id());
    boolean known = counted != null && !book.isSealed(event.id());
    if (rejection == null) {
      return false;
    }
    return switch (rejection) {
      case IN_THE_FUTURE -> event.occurredAt().isAfter(now.plus(counter.aheadMax()));
      case OTHER_CHANGE_SAME_ID ->
          counted != null && known && counter.counts() == Counts.EVERY && !isOf(event, counted);
      case TOO_OLD -> !known && event.occurredAt().isBefore(line);
      case FILTERED -> !known && isLeftOut(counter, event);
      case NO_ACTOR -> !known && counter.cap() != null && event.actor() == null;
      case CAPPED ->
          !known
              && counter.cap() != null
              && book.counted(event.actor(), event.occurredAt()) >= counter.cap().most();
      case OVERFLOW -> !known && book.overflowsWith(event.amount());
      default -> false;
    };
  }

  private void require(boolean holds, String promise, Object what) {
    if (!holds) {
      throw new EventViolation(promise + " fails for " + what + "; the line is " + line);
    }
  }

  /** Whether an answer is one that ends the matter. */
  static boolean isAnswered(Outcome outcome) {
    return outcome.kind() != Kind.UNKNOWN;
  }
}
