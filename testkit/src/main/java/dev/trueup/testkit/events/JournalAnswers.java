package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.events.Cap;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.events.Refusal;
import dev.trueup.events.StoredEvent;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges what senders were told, by what is written down of the journal. */
final class JournalAnswers {
  private final JournalBooks books;
  private final EventCounter counter;
  private final Map<Said, Sends> sends = new HashMap<>();
  private final Map<String, Integer> begunOfIds = new HashMap<>();
  private final Set<StoredEvent> acknowledged = new HashSet<>();
  private final Map<Refusal, Long> told = new EnumMap<>(Refusal.class);
  private long untold;

  /** What became of the sends of one event. */
  private static final class Sends {
    int begun;
    int applied;
    int rejected;
    boolean refusedUncounted;
  }

  JournalAnswers(JournalBooks books, EventCounter counter) {
    this.books = books;
    this.counter = counter;
  }

  /** An event as a journal keeps it. */
  private record Said(
      String subject, String id, long amount, Instant occurredAt, @Nullable String actor) {}

  private Sends of(Event event) {
    return sends.computeIfAbsent(
        new Said(event.subject(), event.id(), event.amount(), event.occurredAt(), event.actor()),
        said -> new Sends());
  }

  void begun(List<Event> events) {
    for (Event event : events) {
      of(event).begun++;
      begunOfIds.merge(JournalBooks.key(event.subject(), event.id()), 1, Integer::sum);
    }
    untold += events.size();
  }

  /** Whether somebody was told that this one counted. */
  boolean isAcknowledged(StoredEvent row) {
    return acknowledged.contains(row);
  }

  /**
   * Judges one answer.
   *
   * @param startedAt the time when its sender began
   */
  void judge(Event event, Outcome outcome, Instant startedAt) {
    Sends of = of(event);
    switch (outcome.kind()) {
      case APPLIED -> {
        of.applied++;
        require(of.applied == 1, "one send of an event is told APPLIED", event, outcome);
        require(books.hasCounted(event), "L4: APPLIED is in the journal or sealed", event, outcome);
      }
      case DUPLICATE -> {
        boolean known =
            counter.counts() == Counts.ONCE_PER_ID
                ? !books.counted(event.subject(), event.id()).isEmpty()
                : books.hasCounted(event);
        require(known, "DUPLICATE tells of what counts", event, outcome);
        int begun = begunOfIds.getOrDefault(JournalBooks.key(event.subject(), event.id()), 0);
        require(begun > 1, "the only send of an id is no repetition", event, outcome);
      }
      case REJECTED -> {
        of.rejected++;
        require(
            isRight(event, outcome.rejection(), startedAt), "the reason is one", event, outcome);
        of.refusedUncounted = !books.hasCounted(event);
        // Where it is sealed already, its sender slept from its insertion on and cannot tell.
        require(
            of.rejected < of.begun || !books.isThere(event),
            "what is refused does not count",
            event,
            outcome);
      }
      case UNKNOWN -> {}
      case COVERED -> require(false, "nothing is covered here", event, outcome);
    }
    if (outcome.kind() == Outcome.Kind.APPLIED || outcome.kind() == Outcome.Kind.DUPLICATE) {
      acknowledge(event);
    }
    Refusal refusal = Refusal.of(outcome);
    if (outcome.kind() != Outcome.Kind.UNKNOWN) {
      untold--;
    }
    if (refusal != null) {
      told.merge(refusal, 1L, Math::addExact);
    }
  }

  private void acknowledge(Event event) {
    List<StoredEvent> rows = books.counted(event.subject(), event.id());
    for (StoredEvent row : rows) {
      // Of several, an answer that fits none of them may mean any.
      if (rows.size() == 1 || JournalBooks.isOf(event, row)) {
        acknowledged.add(row);
      }
    }
  }

  private boolean isRight(Event event, @Nullable Rejection rejection, Instant startedAt) {
    Cap cap = counter.cap();
    if (rejection == null) {
      return false;
    }
    return switch (rejection) {
      case IN_THE_FUTURE -> event.occurredAt().isAfter(startedAt.plus(counter.aheadMax()));
      case OTHER_CHANGE_SAME_ID ->
          counter.counts() == Counts.EVERY
              && books.counted(event.subject(), event.id()).stream()
                  .anyMatch(row -> !JournalBooks.isOf(event, row));
      case TOO_OLD -> event.occurredAt().isBefore(books.line());
      case FILTERED -> EventAuditor.isLeftOut(counter, event);
      case NO_ACTOR -> cap != null && event.actor() == null;
      // A slot may be held by an id that was sent and never came in.
      case CAPPED -> cap != null && books.sentBeside(event) >= cap.most();
      default -> false;
    };
  }

  /** What was refused whenever it was sent, and did not count then, never does. */
  void requireRefusedNotCounted(StoredEvent row) {
    Sends of =
        sends.get(
            new Said(row.subject().key(), row.id(), row.amount(), row.occurredAt(), row.actor()));
    if (of == null || (of.rejected == of.begun && of.refusedUncounted)) {
      throw new EventViolation("what was refused counts now: " + row);
    }
  }

  /** What was told is on record, and no more than what nobody was told beside it. */
  void agree(Map<Refusal, Long> record) {
    long beside = 0;
    for (Refusal refusal : Refusal.values()) {
      long more = record.getOrDefault(refusal, 0L) - told.getOrDefault(refusal, 0L);
      if (more < 0) {
        throw new EventViolation(refusal + " was told more often than is on record: " + told);
      }
      beside += more;
    }
    if (beside > untold) {
      throw new EventViolation(
          beside + " refusals are on record that nobody was told; " + untold + " can have been");
    }
  }

  private void require(boolean holds, String promise, Event event, Outcome outcome) {
    if (!holds) {
      throw new EventViolation(
          promise
              + " fails for "
              + event
              + ", told "
              + outcome
              + "; of its id counted "
              + books.counted(event.subject(), event.id())
              + ", the line is "
              + books.line());
    }
  }
}
