package dev.trueup.testkit.simulation;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.managed.ManagedUndo;
import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.PassReport;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** People and machines around the counter: undo, release, forget, mark, audits, whole passes. */
final class Operator {
  private static final Reconciler.Limits LIMITS =
      new Reconciler.Limits(2, 4, Duration.ofSeconds(60), 50);

  private final Settings settings;
  private final Agenda agenda;
  private final RandomGenerator random;
  private final World world;
  private final Clocks clocks;
  private final CounterStore model;
  private final Auditor auditor;
  private final AuditedChecks checks;
  private final RepairLog log;
  private final Counter counter;
  private final Counters counters;
  private final RareCounts rare;
  private boolean driving;

  Operator(
      Settings settings,
      Agenda agenda,
      RandomGenerator random,
      World world,
      Clocks clocks,
      CounterStore model,
      Auditor auditor,
      AuditedChecks checks,
      RepairLog log,
      Counters counters) {
    this.settings = settings;
    this.agenda = agenda;
    this.random = random;
    this.world = world;
    this.clocks = clocks;
    this.model = model;
    this.auditor = auditor;
    this.checks = checks;
    this.log = log;
    this.counter = settings.counter();
    this.counters = counters;
    this.rare = auditor.rare;
  }

  void plan(long until) {
    long step = settings.horizon() / 40;
    for (long at = agenda.now() + step; at < until; at += step) {
      agenda.at(at + (long) (random.nextDouble() * step), "somebody does something", this::act);
    }
  }

  private void act() {
    switch (random.nextInt(settings.calm() ? 4 : 10)) {
      case 0 -> checks.readings(counters);
      case 1 -> audit();
      case 2 -> drive(Reconciler::incremental);
      case 3 -> stepClock();
      case 4, 5 -> undo();
      case 6 -> forget();
      case 7 -> markByHand();
      case 8 -> drive((reconciler, findings) -> reconciler.sweep(findings, progress -> {}));
      default -> release(anySubject());
    }
  }

  private Subject anySubject() {
    return Subjects.of(random.nextInt(settings.subjects()));
  }

  private AuditedStore storeOf(Session session) {
    return new AuditedStore(model, auditor, session);
  }

  private Session session(String name) {
    return new Session(name, agenda);
  }

  private void stepClock() {
    long off = (long) ((random.nextDouble() * 2 - 1) * settings.jitter());
    if (off < clocks.sourceOff()) {
      rare.add(RareEvent.SOURCE_CLOCK_STEPPED_BACK);
    }
    if (settings.jitter() > 0) {
      driveAll();
    }
    clocks.stepSource(off);
    if (settings.jitter() > 0) {
      driveAll();
    }
  }

  private void driveAll() {
    drive(
        (reconciler, findings) ->
            reconciler.subjects(Subjects.first(settings.subjects()), findings));
  }

  private void undo() {
    Subject subject = anySubject();
    AuditedSubject books = auditor.of(subject);
    RepairEntry entry = books.newestEntry;
    if (entry == null || entry.state() != RepairEntry.State.APPLIED) {
      return;
    }
    Session session = session("undo");
    ManagedCounter managed =
        new ManagedCounter(counter, storeOf(session), new SimulatedSource(world, clocks, session));
    boolean possible = books.hasBase && !books.held;
    long before = possible ? books.reading() : 0;
    RepairEntry undone = new ManagedUndo(log, clocks.storeClock()).undo(entry, managed);
    books.newestEntry = undone;
    if (undone.state() != (possible ? RepairEntry.State.UNDONE : RepairEntry.State.UNDO_REFUSED)) {
      throw new Violation("I9", "an undo of " + entry + " ended as " + undone.state());
    }
    if (possible) {
      rare.add(RareEvent.UNDO);
      long drift =
          Objects.requireNonNull(entry.before()).longValueExact()
              - Objects.requireNonNull(entry.truth()).longValueExact();
      if (books.reading() != before + drift) {
        throw new Violation("I9", "an undo added " + (books.reading() - before) + ", not " + drift);
      }
      books.undone = true;
      long later = (long) (random.nextDouble() * settings.settle() * 6);
      agenda.after(later, "a held subject is released", () -> release(subject));
    }
  }

  private void release(Subject subject) {
    if (storeOf(session("release")).release(counter, subject)) {
      rare.add(RareEvent.RELEASE);
    }
  }

  private void forget() {
    if (random.nextInt(3) == 0) {
      rare.add(RareEvent.FORGET);
      Subject subject = anySubject();
      AuditedStore store = storeOf(session("forget"));
      store.forget(counter, subject, store.now().plus(counter.settle()));
    }
  }

  private void markByHand() {
    rare.add(RareEvent.MARK_BY_HAND);
    storeOf(session("mark")).mark(counter, List.of(anySubject()));
  }

  /** The real audit, with the world going on meanwhile; that it is silent shows in the books. */
  private void audit() {
    rare.add(RareEvent.AUDIT);
    drive((reconciler, findings) -> reconciler.audit(findings, progress -> {}));
  }

  /** What is asked of the real driver. */
  private interface Work {
    PassReport run(Reconciler reconciler, Consumer<Finding> findings);
  }

  /** Runs the real driver; its waiting lets the world go on, and it may die while it waits. */
  private void drive(Work work) {
    if (driving) {
      return;
    }
    driving = true;
    Session session = session("driver");
    boolean mayDie = !settings.calm() && random.nextInt(5) == 0;
    if (counterHasSweep()) {
      rare.add(RareEvent.SWEEP_RESUMED);
    }
    try {
      work.run(
          reconciler(
              session,
              waited -> {
                if (mayDie && random.nextInt(3) == 0) {
                  session.kill();
                  rare.add(RareEvent.CRASH_OF_DRIVER);
                  throw new SimulatedCrash("driver");
                }
                return waited;
              }),
          finding -> {});
    } catch (SimulatedCrash | AnswerLostException end) {
      // The process is gone; what it left behind is what the next one finds.
      session.kill();
    } finally {
      driving = false;
    }
  }

  private boolean counterHasSweep() {
    return model.progress(counter).sweep() != null;
  }

  private Reconciler reconciler(Session session, Function<Duration, Duration> whileWaiting) {
    Waiter waiter =
        duration -> {
          // What the driver did so far is one event; what happens while it waits are others.
          checks.afterEvent();
          long micros = whileWaiting.apply(duration).toNanos() / 1_000 + 1;
          agenda.runUntil(agenda.now() + micros);
        };
    return new Reconciler(
        counter,
        storeOf(session),
        new SimulatedSource(world, clocks, session),
        log,
        clocks.storeClock(),
        waiter,
        new Pace(waiter),
        LIMITS);
  }

  /** Writers have stopped: incremental passes heal what left a trace, one sweep heals the rest. */
  void endOfTheWorld() {
    for (Subject subject : Subjects.first(settings.subjects())) {
      release(subject);
    }
    Session session = session("the end");
    Reconciler reconciler = reconciler(session, waited -> waited);
    for (int pass = 0; pass < 3; pass++) {
      agenda.runUntil(agenda.now() + settings.settle() * 3);
      reconciler.incremental(finding -> {});
    }
    checks.healedWithoutSweep(counters);
    checks.readings(counters);
    agenda.runUntil(agenda.now() + settings.settle() * 3);
    // Two, because the first may be one that was interrupted and goes on where it stopped.
    reconciler.sweep(finding -> {}, progress -> {});
    agenda.runUntil(agenda.now() + settings.settle() * 3);
    reconciler.sweep(finding -> {}, progress -> {});
    checks.everything();
    checks.converged(counters);
    checks.readings(counters);
  }
}
