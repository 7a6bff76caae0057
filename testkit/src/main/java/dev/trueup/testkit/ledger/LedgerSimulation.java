package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerRareEvent.SAME_ID_TWICE_IN_A_BATCH;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.BatchLimits;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.Ledger;
import dev.trueup.ledger.LedgerBatcher;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.ledger.Ledgers;
import dev.trueup.testkit.simulation.EnumCounts;
import dev.trueup.testkit.time.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Runs a ledger through one seed: clients that send, send again and contradict themselves, a
 * network that delays, doubles and reorders, answers that get lost before or after the write, time
 * that passes, and two sweeps that end reservations. L1 to L4 are checked after every event. One
 * thread; everything follows from the seed.
 */
public final class LedgerSimulation {
  private static final int RETRIES_AT_THE_END_MAX = 10_000;

  private final RandomGenerator random;
  private final SettableClock clock = SettableClock.inTheFuture();
  private final EnumCounts<LedgerRareEvent> rare = new EnumCounts<>(LedgerRareEvent.class);
  private final UnreliableLedger store;
  private final LedgerCounter counter;
  private final Ledgers ledgers;
  private final LedgerClient client;
  private final LedgerAuditor auditor;
  private final List<Request> network = new ArrayList<>();
  private final Set<LedgerOperation> refusedBefore = new HashSet<>();
  private final Set<LedgerOperation> answered = new HashSet<>();
  private final Set<LedgerOperation> unknown = new HashSet<>();

  /** Opens the store of a run. */
  @FunctionalInterface
  public interface Opening {
    LedgerStore open(ModelLedgerState state, InstantSource clock);
  }

  /** What waits in the network. */
  private record Request(List<LedgerOperation> operations, boolean wanted) {}

  private LedgerSimulation(long seed, Opening opening) {
    this.random = new SplittableRandom(seed);
    this.store = new UnreliableLedger(opening.open(new ModelLedgerState(), clock), random, rare);
    this.counter = new LedgerCounter("simulated", bounds());
    store.enable(counter);
    this.ledgers =
        new Ledgers(
            List.of(
                new Ledger(
                    counter,
                    store,
                    new LedgerBatcher(counter, store, BatchLimits.DEFAULT, clock::advance))),
            List.of());
    List<Subject> subjects = List.of(new Subject("a"), new Subject("b"), new Subject("c"));
    this.client = new LedgerClient(random, counter.bounds(), subjects);
    this.auditor = new LedgerAuditor(store.reliable(), counter);
  }

  private Bounds bounds() {
    return switch (random.nextInt(4)) {
      case 0 -> new Bounds(0, Long.MAX_VALUE);
      case 1 -> new Bounds(0, 60);
      case 2 -> new Bounds(-25, 40);
      default -> Bounds.NONE;
    };
  }

  /**
   * Runs one seed.
   *
   * @return the rare interleavings that it met
   * @throws LedgerViolation if a promise was broken
   */
  public static EnumCounts<LedgerRareEvent> run(long seed, int events, Opening opening) {
    LedgerSimulation simulation = new LedgerSimulation(seed, opening);
    try {
      for (int event = 0; event < events; event++) {
        simulation.step();
      }
      simulation.end();
    } catch (LedgerViolation | RuntimeException e) {
      LedgerViolation named =
          new LedgerViolation(
              "Seed "
                  + seed
                  + ": "
                  + e.getMessage()
                  + "\nAgain: mvn test -pl testkit -am -Dtest=LedgerSimulationTest"
                  + " -Dsurefire.failIfNoSpecifiedTests=false -Dtrueup.ledger.seed="
                  + seed);
      named.initCause(e);
      throw named;
    }
    return simulation.rare;
  }

  private void step() {
    int dice = random.nextInt(100);
    if (dice < 34) {
      send();
    } else if (dice < 84) {
      deliver();
    } else if (dice < 93) {
      clock.advance(Duration.ofMillis(random.nextInt(1_500)));
    } else if (dice < 97) {
      sweep();
    } else {
      contradict();
    }
  }

  private void send() {
    LedgerOperation first = client.next(clock.instant());
    List<LedgerOperation> operations = new ArrayList<>(List.of(first));
    int more = random.nextInt(8);
    if (more == 0) {
      operations.add(client.next(clock.instant()));
    } else if (more == 1) {
      operations.add(first);
      rare.met(SAME_ID_TWICE_IN_A_BATCH);
    }
    network.add(new Request(List.copyOf(operations), true));
    if (random.nextInt(10) == 0) {
      network.add(new Request(List.copyOf(operations), false));
    }
  }

  private void sweep() {
    List<LedgerOperation> due = new ArrayList<>();
    store
        .reliable()
        .due(counter, 4)
        .forEach(one -> due.add(new LedgerOperation.Expire(one.subject(), one.id())));
    for (LedgerOperation one : due) {
      network.add(new Request(List.of(one), false));
      if (random.nextInt(4) == 0) {
        network.add(new Request(List.of(one), false));
      }
    }
  }

  private void contradict() {
    if (!answered.isEmpty()) {
      network.add(new Request(List.of(client.contradict()), false));
    }
  }

  private void deliver() {
    if (network.isEmpty()) {
      return;
    }
    int at = random.nextInt(network.size());
    Request request = network.remove(at);
    Instant now = clock.instant();
    boolean known = answered.containsAll(request.operations());
    List<LedgerOutcome> outcomes = ask(request);
    Set<Subject> touched = new LinkedHashSet<>();
    request.operations().forEach(operation -> touched.addAll(operation.subjects()));
    List<Entry> fresh = auditor.follow(List.copyOf(touched));
    boolean alone = request.operations().size() == 1;
    boolean lost = false;
    for (int i = 0; i < outcomes.size(); i++) {
      LedgerOperation operation = request.operations().get(i);
      LedgerOutcome outcome = outcomes.get(i);
      auditor.judge(operation, outcome, fresh, alone, now);
      lost |= outcome.kind() == LedgerOutcome.Kind.UNKNOWN;
      new LedgerRarities(rare, auditor, refusedBefore, unknown)
          .see(operation, outcome, fresh, known);
      if (outcome.kind() != LedgerOutcome.Kind.UNKNOWN) {
        answered.add(operation);
      }
    }
    if (lost && request.wanted()) {
      network.add(request);
    } else if (request.wanted() && isRefused(outcomes) && random.nextInt(3) == 0) {
      network.add(request);
    }
  }

  private static boolean isRefused(List<LedgerOutcome> outcomes) {
    return outcomes.stream().anyMatch(one -> one.kind() == LedgerOutcome.Kind.REJECTED);
  }

  /** Single operations go through the door that groups them. */
  private List<LedgerOutcome> ask(Request request) {
    LedgerOperation first = request.operations().get(0);
    if (request.operations().size() == 1 && first instanceof LedgerOperation.Append append) {
      return List.of(
          ledgers.append(counter.name(), append.subject().key(), append.id(), append.amount()));
    }
    return ledgers.apply(counter.name(), request.operations());
  }

  /** The network clears, time passes, and every question has its answer. */
  private void end() {
    store.becomeReliable();
    for (int i = 0; i < RETRIES_AT_THE_END_MAX && !network.isEmpty(); i++) {
      deliver();
    }
    clock.advance(Duration.ofMinutes(1));
    while (ledgers.expire(counter.name(), 100) > 0) {
      auditor.follow(List.of(new Subject("a"), new Subject("b"), new Subject("c")));
    }
    if (!network.isEmpty()) {
      throw new LedgerViolation("not every question has its answer: " + network);
    }
    if (!store.reliable().due(counter, 1).isEmpty()) {
      throw new LedgerViolation("a reservation that is over still holds something");
    }
  }
}
