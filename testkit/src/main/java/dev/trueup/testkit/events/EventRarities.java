package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.testkit.simulation.EnumCounts;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which rare interleaving an answer shows. */
final class EventRarities {
  private final EnumCounts<EventRareEvent> rare;
  private final EventAuditor auditor;
  private final EventScene scene;
  private final Set<Event> answered = new HashSet<>();
  private final Set<Event> unknown = new HashSet<>();
  private final Set<Event> future = new HashSet<>();

  EventRarities(EnumCounts<EventRareEvent> rare, EventAuditor auditor, EventScene scene) {
    this.rare = rare;
    this.auditor = auditor;
    this.scene = scene;
  }

  void see(Event event, Outcome outcome, Instant now) {
    boolean known = answered.contains(event);
    switch (outcome.kind()) {
      case APPLIED -> applied(event, now);
      case DUPLICATE -> repeated(event, known);
      case REJECTED -> refused(event, outcome.rejection());
      default -> unknown.add(event);
    }
    if (outcome.kind() != Kind.UNKNOWN) {
      if (known) {
        rare.met(EventRareEvent.LATE_COPY_AFTER_THE_ANSWER);
      }
      answered.add(event);
    }
  }

  private void applied(Event event, Instant now) {
    if (unknown.contains(event)) {
      rare.met(EventRareEvent.RETRY_HAD_TO_DO_IT);
    }
    if (future.contains(event)) {
      rare.met(EventRareEvent.REFUSED_AS_FUTURE_THEN_APPLIED);
    }
    if (event.occurredAt().isBefore(now.minus(scene.counter().retention().dividedBy(2)))) {
      rare.met(EventRareEvent.LATE_EVENT_APPLIED);
    }
  }

  private void repeated(Event event, boolean known) {
    if (unknown.contains(event) && !known) {
      rare.met(EventRareEvent.RETRY_FOUND_IT_DONE);
    }
    if (event.occurredAt().isBefore(auditor.line())) {
      rare.met(EventRareEvent.KNOWN_ID_BELOW_THE_LINE);
    }
    if (scene.counter().counts() == Counts.ONCE_PER_ID && "mallory".equals(event.actor())) {
      rare.met(EventRareEvent.SAME_ID_IS_ONE_WHATEVER_IT_SAYS);
    }
  }

  private void refused(Event event, @Nullable Rejection rejection) {
    if (rejection == null) {
      return;
    }
    switch (rejection) {
      case IN_THE_FUTURE -> {
        future.add(event);
        rare.met(EventRareEvent.IN_THE_FUTURE);
      }
      case OTHER_CHANGE_SAME_ID -> rare.met(EventRareEvent.SAME_ID_WITH_SOMETHING_ELSE);
      case FILTERED -> rare.met(EventRareEvent.FILTERED);
      case NO_ACTOR -> rare.met(EventRareEvent.NO_ACTOR);
      case OVERFLOW -> rare.met(EventRareEvent.OVERFLOW);
      case CAPPED -> {
        rare.met(EventRareEvent.CAPPED);
        Instant older = event.occurredAt();
        if (older.isBefore(auditor.line().plus(scene.counter().retention().dividedBy(3)))) {
          rare.met(EventRareEvent.CAPPED_IN_AN_OLD_INTERVAL);
        }
      }
      case TOO_OLD ->
          rare.met(
              auditor.book(event.subject()).isSealed(event.id())
                  ? EventRareEvent.RETRY_CAME_AFTER_THE_SEAL
                  : EventRareEvent.TOO_OLD_AND_NEVER_COUNTED);
      default -> {}
    }
  }
}
