package dev.trueup.testkit.simulation;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.managed.Counters;
import dev.trueup.testkit.simulation.AuditedStore.Network;
import dev.trueup.testkit.simulation.Sent.Effect;
import dev.trueup.testkit.simulation.Sent.Operation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** The way of a change from the application to the store: it is lost, late, doubled, retried. */
final class Deliveries {
  private static final int ATTEMPTS_MAX = 4;

  private final Settings settings;
  private final Agenda agenda;
  private final RandomGenerator random;
  private final Counters counters;
  private final AuditedStore store;
  private final Auditor auditor;
  private final RareCounts rare;
  private final Protocol protocol;
  private final Map<String, Long> deliveredUpTo = new HashMap<>();
  private Consumer<Sent> arrivals = sent -> {};

  Deliveries(
      Settings settings,
      Agenda agenda,
      RandomGenerator random,
      Counters counters,
      AuditedStore store,
      Auditor auditor,
      Protocol protocol) {
    this.settings = settings;
    this.agenda = agenda;
    this.random = random;
    this.counters = counters;
    this.store = store;
    this.auditor = auditor;
    this.rare = auditor.rare;
    this.protocol = protocol;
  }

  /** Tells somebody of every change that reaches the store, each time it does. */
  void onArrival(Consumer<Sent> listener) {
    arrivals = listener;
  }

  /** Longest time from commit to arrival in a calm world, retries included. */
  private long calmMax() {
    return settings.settle() - settings.lag() - settings.skew();
  }

  /** Sends the changes of one operation in one call, or loses them. */
  void send(List<Sent> changes) {
    if (chance(settings.lost())) {
      rare.add(RareEvent.CHANGE_NEVER_SENT);
      changes.forEach(sent -> auditor.lost(sent.effect));
      return;
    }
    changes.forEach(auditor::announce);
    long delay = (long) (calmMax() * 0.25 * random.nextDouble() * random.nextDouble());
    if (chance(settings.late())) {
      delay = (long) (random.nextDouble() * settings.settle() * 4);
      if (delay > settings.settle() * 2) {
        rare.add(RareEvent.CHANGE_LATE_PAST_SETTLE);
      }
    }
    deliverAfter(delay, changes);
    if (chance(settings.doubled())) {
      rare.add(RareEvent.CHANGE_SENT_TWICE);
      if (chance(0.2)) {
        List<Sent> twice = new ArrayList<>(changes);
        twice.addAll(changes);
        deliverAfter(delay, twice);
      } else {
        deliverAfter(delay + (long) (random.nextDouble() * settings.settle() * 3), changes);
      }
    }
    if (!settings.calm() && chance(0.02)) {
      rare.add(RareEvent.CHANGE_REPLAYED_LONG_AFTER);
      deliverAfter(
          settings.settle() * 8 + (long) (random.nextDouble() * settings.settle()), changes);
    }
  }

  private void deliverAfter(long delay, List<Sent> changes) {
    agenda.after(delay, "changes arrive", () -> deliver(changes, 1, agenda.now()));
  }

  private void deliver(List<Sent> changes, int attempt, long firstAt) {
    if (attempt > 1 && settings.startOf(firstAt) != settings.startOf(agenda.now())) {
      rare.add(RareEvent.RETRY_ACROSS_A_WINDOW_BOUNDARY);
    }
    boolean failing = attempt < ATTEMPTS_MAX && chance(settings.answersLost());
    if (failing) {
      boolean answer = chance(0.7);
      rare.add(answer ? RareEvent.ANSWER_LOST : RareEvent.STORE_UNAVAILABLE);
      store.network = answer ? Network.LOSES_THE_ANSWER : Network.LOSES_THE_REQUEST;
    }
    List<Change> batch = new ArrayList<>(changes.size());
    for (Sent sent : changes) {
      batch.add(sent.change);
      noteOrder(sent);
    }
    boolean reaches = store.network != Network.LOSES_THE_REQUEST;
    List<Outcome> outcomes = protocol.told(counters.apply(batch, chance(0.2)));
    if (reaches) {
      changes.forEach(arrivals);
    }
    for (Outcome outcome : outcomes) {
      if ((outcome.kind() == Outcome.Kind.UNKNOWN) != failing) {
        throw new Violation(
            "I5", "the answer was lost: " + failing + ", and the outcome is " + outcome.kind());
      }
    }
    if (failing) {
      long delay = retryDelay();
      List<Sent> again = new ArrayList<>(changes.size());
      for (Sent sent : changes) {
        again.add(retried(sent, attempt));
      }
      agenda.after(delay, "changes are sent again", () -> deliver(again, attempt + 1, firstAt));
    } else if (!settings.calm() && chance(0.02)) {
      forge(changes.get(0), outcomes.get(0));
    }
  }

  private Sent retried(Sent sent, int attempt) {
    Change change = protocol.retried(sent.change, attempt);
    if (change.equals(sent.change)) {
      return sent;
    }
    Sent again = new Sent(change, sent.effect, sent.occurredAt, sent.factAt, settings);
    auditor.announce(again);
    return again;
  }

  private long retryDelay() {
    if (settings.calm()) {
      return (long) (calmMax() * 0.125 * random.nextDouble());
    }
    return switch (random.nextInt(3)) {
      case 0 -> (long) (random.nextDouble() * Agenda.SECOND / 2);
      case 1 -> settings.window();
      default -> (long) (random.nextDouble() * settings.settle() * 4);
    };
  }

  private void noteOrder(Sent sent) {
    long begunAt = sent.effect.operation.begunAt;
    Long before = deliveredUpTo.get(sent.change.fact());
    if (before != null && before > begunAt) {
      rare.add(RareEvent.CHANGES_OVERTOOK_EACH_OTHER);
    } else {
      deliveredUpTo.put(sent.change.fact(), begunAt);
    }
  }

  /** Somebody sends nonsense: an id that is taken, or a stamp from far in the future. */
  private void forge(Sent model, Outcome outcome) {
    Operation nonsense = new Operation(RareEvent.ROLLED_BACK_AFTER_SENDING, false, agenda.now());
    nonsense.phantom = true;
    Effect effect = new Effect(nonsense, model.effect.subject, model.change.amount() + 100);
    Sent forged;
    if (outcome.kind() == Outcome.Kind.APPLIED) {
      Change change = model.change;
      forged =
          new Sent(
              new Change(
                  change.counter(),
                  change.subject(),
                  effect.amount,
                  change.fact(),
                  change.id(),
                  change.occurredAt(),
                  change.factAt()),
              effect,
              model.occurredAt,
              model.factAt,
              settings);
    } else {
      long future = auditor.storeNow() + settings.settle() * 2 + agenda.events();
      Instant at = Agenda.instant(future);
      forged =
          new Sent(
              Change.adjusted(Settings.COUNTER, model.change.subject().key(), effect.amount)
                  .fact(model.change.fact())
                  .factAt(at)
                  .at(at),
              effect,
              future,
              future,
              settings);
    }
    auditor.announce(forged);
    counters.apply(forged.change);
  }

  private boolean chance(double share) {
    return random.nextDouble() < share;
  }
}
