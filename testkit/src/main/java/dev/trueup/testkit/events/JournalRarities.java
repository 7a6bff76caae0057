package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Subject;
import dev.trueup.events.StoredEvent;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.simulation.Actors;
import dev.trueup.testkit.simulation.Actors.Actor;
import dev.trueup.testkit.simulation.EnumCounts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which rare interleavings the verbs of a store show, and in whose hands. */
final class JournalRarities {
  private static final Map<String, JournalRareEvent> LOST =
      Map.of(
          "insert", JournalRareEvent.ANSWER_LOST_AFTER_INSERT,
          "confirm", JournalRareEvent.ANSWER_LOST_AFTER_CONFIRM,
          "withdraw", JournalRareEvent.ANSWER_LOST_AFTER_WITHDRAW,
          "claim", JournalRareEvent.ANSWER_LOST_AFTER_CLAIM,
          "seal", JournalRareEvent.ANSWER_LOST_AFTER_SEAL,
          "accept", JournalRareEvent.ANSWER_LOST_AFTER_ACCEPT,
          "settle", JournalRareEvent.ANSWER_LOST_AFTER_SETTLE);

  private final EnumCounts<JournalRareEvent> rare;
  private final Actors actors;
  private final JournalBooks books;
  private final InstantSource clock;
  private final Duration settle;
  private final Map<Long, Actor> owners = new HashMap<>();
  private final Map<Actor, String> lastVerbs = new HashMap<>();

  JournalRarities(
      EnumCounts<JournalRareEvent> rare,
      Actors actors,
      JournalBooks books,
      InstantSource clock,
      Duration settle) {
    this.rare = rare;
    this.actors = actors;
    this.books = books;
    this.clock = clock;
    this.settle = settle;
  }

  void begins(String verb, @Nullable Object[] arguments) {
    Actor actor = actors.running();
    if (actor != null) {
      lastVerbs.put(actor, verb);
    }
    if (verb.equals("seal") && books.isPending((Subject) arguments[1])) {
      rare.met(JournalRareEvent.SEAL_FINISHED_BY_ANOTHER);
    }
  }

  void saw(String verb, @Nullable Object[] arguments, @Nullable Object answer) {
    switch (verb) {
      case "insert" -> inserted(events(arguments[1]), (Set<?>) Objects.requireNonNull(answer));
      case "confirm" -> events(arguments[1]).forEach(this::confirmed);
      case "withdraw" ->
          rare.met(
              isMine((StoredEvent) arguments[1])
                  ? JournalRareEvent.WITHDRAWN_BY_ITS_SENDER
                  : JournalRareEvent.BEGUN_BY_ONE_WITHDRAWN_BY_ANOTHER);
      case "release" -> rare.met(JournalRareEvent.SLOT_GIVEN_BACK);
      case "seal" -> {
        if (answer instanceof Integer sealed && sealed == 0) {
          rare.met(JournalRareEvent.TWO_SEALERS_AT_ONE_SUBJECT);
        }
      }
      case "accept" -> {
        if (answers(answer).stream().anyMatch(one -> ((Outcome) one).kind() == Kind.COVERED)) {
          rare.met(JournalRareEvent.CHANGE_COVERED);
        }
      }
      case "settle" -> {
        if (answers(answer).contains(Settlement.Result.RACE_LOST)) {
          rare.met(JournalRareEvent.SETTLE_RACE_LOST);
        }
      }
      default -> {}
    }
  }

  private static List<?> answers(@Nullable Object answer) {
    return (List<?>) Objects.requireNonNull(answer);
  }

  private static List<StoredEvent> events(@Nullable Object argument) {
    return ((Collection<?>) Objects.requireNonNull(argument))
        .stream().map(StoredEvent.class::cast).toList();
  }

  private boolean isMine(StoredEvent event) {
    Actor owner = owners.get(event.token());
    return owner == null || owner.equals(actors.running());
  }

  private void inserted(List<StoredEvent> events, Set<?> mine) {
    for (StoredEvent event : events) {
      Actor actor = actors.running();
      if (actor != null) {
        owners.put(event.token(), actor);
      }
      if (!mine.contains(event.key())) {
        rare.met(JournalRareEvent.INSERT_CAME_SECOND);
      } else if (books.counted(event.subject().key(), event.id()).stream()
          .anyMatch(row -> row.occurredAt().equals(event.occurredAt()) && !books.isKept(row))) {
        rare.met(JournalRareEvent.INSERTED_AGAIN_AFTER_ITS_SEAL);
      }
    }
  }

  private void confirmed(StoredEvent event) {
    if (!isMine(event)) {
      rare.met(JournalRareEvent.BEGUN_BY_ONE_CONFIRMED_BY_ANOTHER);
    }
    if (event.arrivedAt().plus(settle).isBefore(clock.instant())) {
      rare.met(JournalRareEvent.CONFIRMED_A_SETTLE_TIME_LATE);
    }
  }

  void lost(String verb) {
    JournalRareEvent event = LOST.get(verb);
    if (event != null) {
      rare.met(event);
    }
  }

  /** The running actor dies, before a verb or within one. */
  void died(boolean withinVerb) {
    Actor actor = actors.running();
    if (actor == null) {
      return;
    }
    String last = lastVerbs.getOrDefault(actor, "");
    if (actor.name().startsWith(JournalSimulation.SEALER) && withinVerb) {
      rare.met(JournalRareEvent.SEALER_DIED_HALF_WAY);
    } else if (actor.name().startsWith(JournalSimulation.PASS)) {
      rare.met(JournalRareEvent.PASS_DIED);
    } else if (last.equals("claim")) {
      rare.met(JournalRareEvent.SENDER_DIED_WITH_A_SLOT);
    } else if (!withinVerb && last.equals("insert")) {
      rare.met(JournalRareEvent.SENDER_DIED_BEFORE_IT_CONFIRMED);
    } else if (last.equals("confirm")) {
      rare.met(JournalRareEvent.SENDER_DIED_BEFORE_IT_COUNTED);
    }
  }
}
