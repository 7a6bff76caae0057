package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.Event;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.Events;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import dev.trueup.events.SealLimits;
import dev.trueup.testkit.simulation.EnumCounts;
import dev.trueup.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Runs a counter of events through one seed: clients that send, send again and contradict
 * themselves, clocks that are ahead or late, a network that delays, doubles and reorders, answers
 * that get lost before or after the write, time that passes, seals in parts. L1 (the cap), L2 (an
 * id once), L3 (the value is the sum) and L4 (the value right after one's own event) are checked
 * after every event. One thread; everything follows from the seed.
 */
public final class EventSimulation {
  private static final int RETRIES_AT_THE_END_MAX = 10_000;

  private final RandomGenerator random;
  private final SettableClock clock = SettableClock.inTheFuture();
  private final EnumCounts<EventRareEvent> rare = new EnumCounts<>(EventRareEvent.class);
  private final EventScene scene;
  private final UnreliableEvents store;
  private final Events events;
  private final EventAuditor auditor;
  private final EventRarities rarities;
  private final List<Request> network = new ArrayList<>();
  private final Map<Refusal, Long> told = new EnumMap<>(Refusal.class);

  /** Opens the store of a run. */
  @FunctionalInterface
  public interface Opening {
    EventStore open(ModelEventState state, InstantSource clock);
  }

  /** What waits in the network. */
  private record Request(List<Event> events, boolean wanted) {}

  private EventSimulation(long seed, Opening opening) {
    this.random = new SplittableRandom(seed);
    this.store = new UnreliableEvents(opening.open(new ModelEventState(), clock), random, rare);
    this.scene = new EventScene(random);
    store.enable(scene.counter());
    this.events = new Events(List.of(new EventJournal(scene.counter(), store)), List.of());
    this.auditor = new EventAuditor(store.reliable(), scene.counter());
    this.rarities = new EventRarities(rare, auditor, scene);
  }

  /**
   * Runs one seed.
   *
   * @return the rare interleavings that it met
   * @throws EventViolation if a promise was broken
   */
  public static EnumCounts<EventRareEvent> run(long seed, int events, Opening opening) {
    EventSimulation simulation = new EventSimulation(seed, opening);
    try {
      for (int event = 0; event < events; event++) {
        simulation.step();
      }
      simulation.end();
    } catch (EventViolation | RuntimeException e) {
      EventViolation named =
          new EventViolation(
              "Seed "
                  + seed
                  + ": "
                  + e.getMessage()
                  + "\nAgain: mvn test -pl testkit -am -Dtest=EventSimulationTest"
                  + " -Dsurefire.failIfNoSpecifiedTests=false -Dtrueup.events.seed="
                  + seed);
      named.initCause(e);
      throw named;
    }
    return simulation.rare;
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 32) {
      send();
    } else if (dice < 80) {
      deliver();
    } else if (dice < 90) {
      clock.advance(scene.upTo(5));
    } else if (dice < 95) {
      seal();
    } else if (dice < 98) {
      contradict();
    } else {
      audit();
    }
  }

  private Event thought(Event event) {
    auditor.sent(event);
    return event;
  }

  private void send() {
    Event first = thought(scene.next(clock.instant()));
    List<Event> batch = new ArrayList<>(List.of(first));
    int more = random.nextInt(8);
    if (more == 0) {
      batch.add(thought(scene.next(clock.instant())));
      batch.add(thought(scene.next(clock.instant())));
    } else if (more == 1) {
      batch.add(first);
      rare.met(EventRareEvent.SAME_ID_TWICE_IN_A_BATCH);
    }
    network.add(new Request(List.copyOf(batch), true));
    if (random.nextInt(8) == 0) {
      network.add(new Request(List.copyOf(batch), false));
    }
  }

  private void contradict() {
    if (scene.hasSent()) {
      network.add(new Request(List.of(thought(scene.contradict())), false));
    }
  }

  /** Some requests stay in the network until they are older than the retention. */
  private void deliver() {
    if (network.isEmpty()) {
      return;
    }
    int newest = Math.max(0, network.size() - 1 - random.nextInt(20));
    int at = random.nextInt(4) == 0 ? random.nextInt(network.size()) : newest;
    Request request = network.remove(at);
    Instant now = clock.instant();
    List<Outcome> outcomes = events.apply(request.events());
    Set<String> subjects = new LinkedHashSet<>();
    request.events().forEach(event -> subjects.add(event.subject()));
    List<JournalRow> fresh = auditor.follow(subjects, now);
    boolean lost = false;
    boolean refused = false;
    for (int i = 0; i < outcomes.size(); i++) {
      Event event = request.events().get(i);
      Outcome outcome = outcomes.get(i);
      auditor.judge(event, outcome, fresh, request.events().size() == 1, now);
      rarities.see(event, outcome, now);
      lost |= outcome.kind() == Kind.UNKNOWN;
      refused |= outcome.kind() == Kind.REJECTED;
      Refusal refusal = Refusal.of(outcome);
      if (refusal != null) {
        told.merge(refusal, 1L, Math::addExact);
      }
    }
    countedRefusals();
    if (request.wanted() && (lost || (refused && random.nextInt(3) == 0))) {
      network.add(request);
    }
  }

  /** What was told is on record, and no more than the lost answers beside it. */
  private void countedRefusals() {
    long beside = 0;
    for (Map.Entry<Refusal, Long> one : events.refusals(scene.counter().name()).entrySet()) {
      long more = one.getValue() - told.getOrDefault(one.getKey(), 0L);
      if (more < 0) {
        throw new EventViolation(one.getKey() + " was told more often than is on record: " + told);
      }
      beside += more;
    }
    if (beside > store.lostAnswers()) {
      throw new EventViolation(
          beside + " refusals are on record that nobody was told, or can have been");
    }
  }

  private void seal() {
    Instant now = clock.instant();
    SealLimits limits = new SealLimits(1 + random.nextInt(5), 1 + random.nextInt(3), Duration.ZERO);
    Instant before = auditor.line();
    try {
      var report = events.seal(scene.counter().name(), limits, duration -> {});
      if (!report.done()) {
        rare.met(EventRareEvent.SEALED_IN_PARTS);
      } else if (report.rows() == 0) {
        rare.met(EventRareEvent.SEAL_HAD_NOTHING_TO_DO);
      }
    } catch (AnswerLostException | UnavailableException e) {
      rare.met(EventRareEvent.SEALED_IN_PARTS);
    }
    auditor.sealed(now);
    if (auditor.line().isAfter(before)
        && auditor.line().isBefore(now.minus(scene.counter().retention()))) {
      rare.met(EventRareEvent.SEAL_LEFT_AN_INTERVAL_WHOLE);
    }
  }

  private void audit() {
    List<String> faults = new ArrayList<>();
    events.audit(
        scene.counter().name(),
        finding -> finding.faults().forEach(fault -> faults.add(fault.message())));
    if (!faults.isEmpty()) {
      throw new EventViolation("L3: an audit finds " + faults);
    }
  }

  /** The network clears, time passes, everything is sealed, and every question has its answer. */
  private void end() {
    store.becomeReliable();
    for (int i = 0; i < RETRIES_AT_THE_END_MAX && !network.isEmpty(); i++) {
      deliver();
    }
    if (!network.isEmpty()) {
      throw new EventViolation("not every question has its answer: " + network);
    }
    clock.advance(scene.counter().retention().multipliedBy(3));
    events.seal(scene.counter().name(), new SealLimits(50, 1_000, Duration.ZERO), duration -> {});
    auditor.sealed(clock.instant());
    for (String subject : EventScene.SUBJECTS) {
      if (!events.rows(scene.counter().name(), subject, 0, 1).isEmpty()) {
        throw new EventViolation("events of " + subject + " that are over are not sealed");
      }
    }
    audit();
  }
}
