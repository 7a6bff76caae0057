package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.events.Cap;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.testkit.simulation.EnumCounts;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which rare interleaving an answer shows. */
final class JournalAnswerRarities {
  private final EnumCounts<JournalRareEvent> rare;
  private final JournalBooks books;
  private final EventCounter counter;
  private final Set<Event> unknown = new HashSet<>();

  JournalAnswerRarities(
      EnumCounts<JournalRareEvent> rare, JournalBooks books, EventCounter counter) {
    this.rare = rare;
    this.books = books;
    this.counter = counter;
  }

  void see(Event event, Outcome outcome) {
    switch (outcome.kind()) {
      case APPLIED -> {
        if (unknown.contains(event)) {
          rare.met(JournalRareEvent.RETRY_HAD_TO_DO_IT);
        }
        if (books.counted(event.subject(), event.id()).size() > 1) {
          rare.met(JournalRareEvent.ID_USED_AGAIN_AFTER_ITS_RETENTION);
        }
      }
      case DUPLICATE -> repeated(event);
      case REJECTED -> refused(event, outcome.rejection());
      default -> {}
    }
    if (outcome.kind() == Kind.UNKNOWN) {
      unknown.add(event);
    } else {
      unknown.remove(event);
    }
  }

  private void repeated(Event event) {
    if (unknown.contains(event)) {
      rare.met(JournalRareEvent.RETRY_FOUND_IT_DONE);
    }
    if (event.occurredAt().isBefore(books.line())) {
      rare.met(JournalRareEvent.KNOWN_ID_BELOW_THE_LINE);
    }
    if (counter.counts() == Counts.ONCE_PER_ID && !books.hasCounted(event)) {
      rare.met(JournalRareEvent.SAME_ID_IS_ONE_WHATEVER_IT_SAYS);
    }
  }

  private void refused(Event event, @Nullable Rejection rejection) {
    if (rejection == null) {
      return;
    }
    switch (rejection) {
      case IN_THE_FUTURE -> rare.met(JournalRareEvent.IN_THE_FUTURE);
      case OTHER_CHANGE_SAME_ID -> rare.met(JournalRareEvent.SAME_ID_WITH_SOMETHING_ELSE);
      case FILTERED -> rare.met(JournalRareEvent.FILTERED);
      case NO_ACTOR -> rare.met(JournalRareEvent.NO_ACTOR);
      case TOO_OLD ->
          rare.met(
              books.hasCounted(event)
                  ? JournalRareEvent.RETRY_CAME_AFTER_THE_SEAL
                  : JournalRareEvent.TOO_OLD);
      case CAPPED -> {
        Cap cap = counter.cap();
        rare.met(
            cap != null && books.countedBeside(event) < cap.most()
                ? JournalRareEvent.CAPPED_BY_THE_SLOT_OF_THE_DEAD
                : JournalRareEvent.CAPPED);
      }
      default -> {}
    }
  }
}
