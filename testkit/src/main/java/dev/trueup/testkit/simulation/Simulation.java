package dev.trueup.testkit.simulation;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.model.ModelCounterStore;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One seed's world from beginning to end: an application and its database, a network, a store, two
 * reconcilers, people, and the auditor that checks the invariants after every event. The same seed
 * gives the same world.
 */
public final class Simulation {
  /** Fewer events than this prove little. */
  public static final int EVENTS_MIN = 500;

  private final Protocol protocol;

  /** The honest protocol. */
  public Simulation() {
    this(new Protocol());
  }

  Simulation(Protocol protocol) {
    this.protocol = protocol;
  }

  /**
   * What became of one seed.
   *
   * @param seed the seed
   * @param events how many events happened
   * @param rare how often each rare event was seen
   * @param violation the invariant that broke, if one did
   * @param trace the last lines of what happened; empty unless asked for
   */
  public record Result(
      long seed,
      long events,
      RareCounts rare,
      @Nullable RuntimeException violation,
      List<String> trace) {
    /** Whether every invariant held. */
    public boolean isClean() {
      return violation == null;
    }
  }

  /**
   * Runs a seed with the usual recipes beside Trueup.
   *
   * @param meanErrors is given the mean of |shown - true| of each, Trueup included
   */
  public Result runBeside(long seed, Consumer<Map<String, Double>> meanErrors) {
    return run(seed, false, meanErrors);
  }

  /** Runs a seed without a trace. */
  public Result run(long seed) {
    return run(seed, false);
  }

  /** Runs a seed. */
  public Result run(long seed, boolean traced) {
    return run(seed, traced, null);
  }

  private Result run(
      long seed, boolean traced, @Nullable Consumer<Map<String, Double>> meanErrors) {
    SplittableRandom random = new SplittableRandom(seed);
    Settings settings = Settings.of(random.split());
    RareCounts rare = new RareCounts();
    Trace trace = new Trace(traced);
    trace.line("seed " + seed + " " + settings);
    AuditedChecks[] checks = new AuditedChecks[1];
    Agenda agenda = new Agenda(trace, () -> checks[0].afterEvent());

    World world = new World();
    OpenTransactions open = new OpenTransactions();
    Clocks clocks = new Clocks(agenda, settings, open);
    ModelState state = new ModelState();
    ModelRepairLog log = new ModelRepairLog();
    ModelCounterStore model =
        new ModelCounterStore(state, clocks.storeClock(), random.split(), log, protocol.steps());
    Counter counter = settings.counter();
    model.enable(counter);
    Auditor auditor = new Auditor(settings, clocks, agenda, rare, trace);
    checks[0] = new AuditedChecks(auditor, world, model, counter, log);

    Session client = new Session("application", agenda);
    AuditedStore clientStore = new AuditedStore(model, auditor, client);
    Counters counters =
        new Counters(
            List.of(
                new ManagedCounter(
                    counter, clientStore, new SimulatedSource(world, clocks, client))),
            List.of());
    Deliveries deliveries =
        new Deliveries(settings, agenda, random.split(), counters, clientStore, auditor, protocol);
    Operator operator =
        new Operator(
            settings,
            agenda,
            random.split(),
            world,
            clocks,
            model,
            auditor,
            checks[0],
            log,
            counters);
    RuntimeException violation = null;
    try {
      new Application(settings, agenda, random.split(), world, open, deliveries, auditor).begin();
      long end = agenda.now() + settings.horizon();
      if (meanErrors != null) {
        Beside beside = new Beside(settings, agenda, world, new SplittableRandom(seed));
        beside.begin(
            end,
            subject -> shown(model.read(counter, List.of(Subjects.of(subject))), world, subject));
        deliveries.onArrival(beside::arrived);
        agenda.at(end, "the comparison ends", () -> meanErrors.accept(beside.meanErrors()));
      }
      StepwiseReconciler.Running running = new StepwiseReconciler.Running();
      for (int i = 0; i < 2; i++) {
        new StepwiseReconciler(
                i == 0 ? "north" : "south",
                settings,
                agenda,
                random.split(),
                world,
                clocks,
                model,
                auditor,
                log,
                protocol,
                running)
            .plan(agenda.now() + settings.settle() * i / 2, end);
      }
      operator.plan(end);
      if (settings.wipes()) {
        agenda.after(
            (long) (settings.horizon() * (0.2 + 0.5 * random.nextDouble())),
            "the store loses its memory",
            () -> {
              rare.add(RareEvent.STORE_LOST_ITS_MEMORY);
              state.wipe();
              model.enable(counter);
              auditor.wiped();
            });
      }
      agenda.drain();
      operator.endOfTheWorld();
    } catch (RuntimeException failure) {
      violation = failure;
    }
    return new Result(seed, agenda.events(), rare, violation, trace.tail());
  }

  /** Before there is a base a reading is a count of the rows. */
  private static long shown(Map<Subject, StoredSubject> stored, World world, int subject) {
    StoredSubject kept = stored.get(Subjects.of(subject));
    return kept == null || kept.head() == null || kept.head().base() == null
        ? world.truth(subject)
        : kept.fastValue();
  }
}
