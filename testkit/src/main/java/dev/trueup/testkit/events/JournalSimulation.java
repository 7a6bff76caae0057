package dev.trueup.testkit.events;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Events;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.ManagedJournal;
import dev.trueup.events.SealLimits;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;
import dev.trueup.testkit.model.ModelCounterStore;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import dev.trueup.testkit.model.ModelSteps;
import dev.trueup.testkit.simulation.Actors;
import dev.trueup.testkit.simulation.Actors.Actor;
import dev.trueup.testkit.simulation.EnumCounts;
import dev.trueup.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Runs a counter of events on a store without transactions through one seed: senders, sealers and
 * recounts of which each can be stopped between any two verbs, and within a seal, while the others
 * go on, for longer than the retention; that die there, or lose an answer, or have a write repeated
 * later. After every step an auditor looks into the documents: an id counts once, sealed or not;
 * what was answered APPLIED is there; caps hold; the line never falls; journal and sealed sum come
 * to what counted. One actor runs at a time, and everything follows from the seed.
 */
public final class JournalSimulation {
  static final String SENDER = "sender";
  static final String SEALER = "sealer";
  static final String PASS = "pass";

  private static final int ALIVE_MAX = 6;
  private static final int ROUNDS_AT_THE_END_MAX = 1_000;
  private static final int PROCESSES = 2;

  private final RandomGenerator random;
  private final SettableClock clock = SettableClock.inTheFuture();
  private final EnumCounts<JournalRareEvent> rare = new EnumCounts<>(JournalRareEvent.class);
  private final Actors actors = new Actors();
  private final ModelJournalState state = new ModelJournalState();
  private final EventScene scene;
  private final EventCounter counter;
  private final Counter definition;
  private final ManagedCounter plain;
  private final ManagedCounter managed;
  private final JournalAuditor auditor;
  private final JournalGate gate;
  private final List<Events> processes = new ArrayList<>();
  private final ModelRepairLog log = new ModelRepairLog();
  private final JournalDocuments documents;
  private final List<Request> network = new ArrayList<>();
  private final Map<Actor, Sending> sending = new HashMap<>();
  private final Map<Actor, Instant> asleep = new HashMap<>();
  private int names;

  /** Opens the parts of a run that planted faults break. */
  public interface Opening {
    /** Where the events are kept. */
    default JournalDocuments documents(ModelJournalState state, InstantSource clock) {
      return new ModelJournalDocuments(state, clock);
    }

    /** The same as a source of facts. */
    default FactSource source(ModelJournalState state, String counter, InstantSource clock) {
      return new ModelJournalSource(state, counter, clock);
    }

    /** What the store of the counter does. */
    default ModelSteps steps() {
      return new ModelSteps();
    }
  }

  /** A run on honest parts. */
  public static final Opening HONEST = new Opening() {};

  /** What waits in the network. */
  private record Request(List<Event> events, boolean wanted) {}

  /** What a sender is at. */
  private static final class Sending {
    final Request request;
    final Instant startedAt;
    List<Outcome> outcomes = List.of();

    Sending(Request request, Instant startedAt) {
      this.request = request;
      this.startedAt = startedAt;
    }
  }

  private JournalSimulation(long seed, Opening opening) {
    this.random = new SplittableRandom(seed);
    this.scene = new EventScene(random, false);
    this.counter = scene.counter();
    Duration settle = scene.unit().multipliedBy(3);
    this.definition = new Counter(counter.name(), new Windows(scene.unit()), settle, true);
    CounterStore store =
        new ModelCounterStore(
            new ModelState(), clock, new SplittableRandom(seed), log, opening.steps());
    store.enable(definition);
    FactSource source = opening.source(state, counter.name(), clock);
    this.plain = new ManagedCounter(definition, store, source);
    this.auditor = new JournalAuditor(state, counter, plain, rare);
    JournalRarities rarities =
        new JournalRarities(rare, actors, auditor.books(), clock, definition.settle());
    this.gate = new JournalGate(actors, random, rare, rarities);
    state.betweenSteps(gate::step);
    this.managed = new ManagedCounter(definition, gate.before(CounterStore.class, store), source);
    this.documents = gate.before(JournalDocuments.class, opening.documents(state, clock));
    documents.enable(counter);
    for (int process = 0; process < PROCESSES; process++) {
      processes.add(newProcess());
    }
  }

  private Events newProcess() {
    return new Events(List.of(new ManagedJournal(counter, managed, documents)), List.of());
  }

  /**
   * Runs one seed.
   *
   * @param steps how many steps before the end
   * @return the rare interleavings that it met
   * @throws EventViolation if a promise was broken
   */
  public static EnumCounts<JournalRareEvent> run(long seed, int steps, Opening opening) {
    JournalSimulation simulation = new JournalSimulation(seed, opening);
    try {
      for (int step = 0; step < steps; step++) {
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
                  + "\nAgain: mvn test -pl testkit -am -Dtest=JournalSimulationTest"
                  + " -Dsurefire.failIfNoSpecifiedTests=false -Dtrueup.journal.seed="
                  + seed);
      named.initCause(e);
      throw named;
    } finally {
      simulation.actors.endAll();
    }
    return simulation.rare;
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 14) {
      clock.advance(random.nextInt(14) == 0 ? scene.upTo(70) : scene.upTo(3));
    } else if (dice < 45 && actors.alive().size() < ALIVE_MAX) {
      resume(begin());
    } else {
      List<Actor> awake = awake();
      if (!awake.isEmpty()) {
        resume(awake.get(random.nextInt(awake.size())));
      }
    }
  }

  private List<Actor> awake() {
    Instant now = clock.instant();
    return actors.alive().stream()
        .filter(actor -> !asleep.getOrDefault(actor, now).isAfter(now))
        .toList();
  }

  private Actor begin() {
    int dice = random.nextInt(100);
    if (dice < 12) {
      return actors.add(SEALER + ++names, this::seal);
    }
    if (dice < 27) {
      return actors.add(PASS + ++names, this::pass);
    }
    if (dice < 65 || network.isEmpty()) {
      thinkUp();
    }
    int newest = Math.max(0, network.size() - 1 - random.nextInt(8));
    return send(network.remove(random.nextInt(4) == 0 ? random.nextInt(network.size()) : newest));
  }

  private void thinkUp() {
    if (scene.hasSent() && random.nextInt(8) == 0) {
      network.add(new Request(List.of(thought(scene.contradict())), false));
      return;
    }
    Event first = thought(newEvent(clock.instant()));
    List<Event> batch = new ArrayList<>(List.of(first));
    switch (random.nextInt(8)) {
      case 0 -> batch.add(thought(scene.next(clock.instant())));
      case 1 -> {
        batch.add(first);
        rare.met(JournalRareEvent.SAME_ID_TWICE_IN_A_BATCH);
      }
      default -> {}
    }
    for (int copies = random.nextInt(6); copies > 3; copies--) {
      network.add(new Request(List.copyOf(batch), false));
    }
    network.add(new Request(List.copyOf(batch), true));
    if (random.nextInt(3) == 0) {
      network.add(new Request(List.of(thought(scene.rival(first))), true));
    }
  }

  private Event newEvent(Instant now) {
    int dice = random.nextInt(12);
    if (dice < 3 && scene.hasSent()) {
      Event reused = scene.reuse(now);
      if (reused != null) {
        return reused;
      }
    }
    return dice < 6 ? scene.nextAboutToBeSealed(now) : scene.next(now);
  }

  private Event thought(Event event) {
    auditor.sent(event);
    return event;
  }

  private Actor send(Request request) {
    Sending one = new Sending(request, clock.instant());
    Set<String> ids = new HashSet<>();
    request.events().forEach(event -> ids.add(event.id()));
    if (sending.values().stream()
        .anyMatch(other -> other.request.events().stream().anyMatch(e -> ids.contains(e.id())))) {
      rare.met(JournalRareEvent.TWO_SENDERS_OF_ONE_ID);
    }
    auditor.begun(request.events());
    Events process = processes.get(random.nextInt(PROCESSES));
    Actor actor =
        actors.add(SENDER + ++names, () -> one.outcomes = process.apply(request.events()));
    sending.put(actor, one);
    return actor;
  }

  private void seal() {
    int at = random.nextInt(PROCESSES);
    if (random.nextInt(10) == 0) {
      processes.set(at, newProcess());
    }
    SealLimits limits = new SealLimits(1 + random.nextInt(5), 1 + random.nextInt(3), Duration.ZERO);
    try {
      processes.get(at).seal(counter.name(), limits, duration -> {});
      if (auditor.books().keepsBelowTheLine()) {
        rare.met(JournalRareEvent.KEPT_BECAUSE_NOT_INSIDE);
      }
    } catch (AnswerLostException | UnavailableException e) {
      rare.met(JournalRareEvent.SEAL_CUT_OFF);
    }
  }

  private void pass() {
    try {
      if (random.nextInt(3) == 0) {
        reconciler(managed).sweep(finding -> {}, progress -> {});
      } else {
        reconciler(managed).incremental(finding -> {});
      }
    } catch (AnswerLostException | UnavailableException e) {
      rare.met(JournalRareEvent.PASS_CUT_OFF);
    }
  }

  private Reconciler reconciler(ManagedCounter one) {
    return new Reconciler(
        one.counter(),
        one.store(),
        one.source(),
        log,
        clock,
        clock::advance,
        new Pace(clock::advance),
        Reconciler.Limits.DEFAULT);
  }

  /** Gives an actor its turn, then looks at everything. */
  private void resume(Actor actor) {
    long recounts = state.recounts();
    actors.resume(actor);
    if (state.recounts() > recounts) {
      rare.met(JournalRareEvent.COUNTED_AGAIN_BECAUSE_SEALED);
    }
    auditor.look(clock.instant());
    if (!actor.isEnded()) {
      if (random.nextInt(25) == 0) {
        asleep.put(actor, clock.instant().plus(scene.upTo(150)));
      }
      return;
    }
    asleep.remove(actor);
    Sending one = sending.remove(actor);
    if (one != null
        && auditor.judge(one.request.events(), one.outcomes, one.startedAt)
        && one.request.wanted()) {
      network.add(one.request);
    }
    auditor.agree();
  }

  /** The network clears, sleepers wake, every question has its answer, and all is recounted. */
  private void end() {
    gate.becomeCalm();
    clock.advance(scene.unit().multipliedBy(200));
    for (int round = 0; round < ROUNDS_AT_THE_END_MAX; round++) {
      List<Actor> alive = actors.alive();
      if (!alive.isEmpty()) {
        resume(alive.get(random.nextInt(alive.size())));
      } else if (!network.isEmpty()) {
        resume(send(network.remove(0)));
      } else {
        break;
      }
    }
    if (!network.isEmpty() || !actors.alive().isEmpty()) {
      throw new EventViolation("not every question has its answer: " + network);
    }
    auditor.agree(processes.get(0).refusals(counter.name()));
    recount();
    clock.advance(counter.retention().multipliedBy(3));
    Events last = newProcess();
    last.seal(counter.name(), new SealLimits(50, 1_000, Duration.ZERO), duration -> {});
    auditor.look(clock.instant());
    auditor.requireAllSealed();
    auditor.readAll();
    recount();
  }

  private void recount() {
    clock.advance(definition.settle().multipliedBy(3));
    reconciler(plain).sweep(finding -> {}, progress -> {});
    clock.advance(definition.settle().multipliedBy(3));
    reconciler(plain).sweep(finding -> {}, progress -> {});
    auditor.readAll();
  }
}
