package dev.trueup.testkit.simulation;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.error.AnswerLostException;
import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.Judgement;
import dev.trueup.reconcile.Observation;
import dev.trueup.reconcile.Reconciliation;
import dev.trueup.reconcile.Repairs;
import dev.trueup.repair.Repair;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import dev.trueup.store.SourceSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A reconciler whose steps are events of their own, so that anything may happen between them, its
 * death included. The steps themselves are the real ones.
 */
final class StepwiseReconciler {
  private static final double CRASHES = 0.04;

  private final Settings settings;
  private final Agenda agenda;
  private final RandomGenerator random;
  private final World world;
  private final Clocks clocks;
  private final CounterStore model;
  private final Auditor auditor;
  private final RepairLog log;
  private final Counter counter;
  private final Protocol protocol;
  private final RareCounts rare;
  private final String name;
  private final Running running;
  private int passes;

  /** How many passes are between observing and settling, over all reconcilers. */
  static final class Running {
    private int observed;
  }

  StepwiseReconciler(
      String name,
      Settings settings,
      Agenda agenda,
      RandomGenerator random,
      World world,
      Clocks clocks,
      CounterStore model,
      Auditor auditor,
      RepairLog log,
      Protocol protocol,
      Running running) {
    this.name = name;
    this.settings = settings;
    this.agenda = agenda;
    this.random = random;
    this.world = world;
    this.clocks = clocks;
    this.model = model;
    this.auditor = auditor;
    this.log = log;
    this.counter = settings.counter();
    this.protocol = protocol;
    this.rare = auditor.rare;
    this.running = running;
  }

  /** Plans passes, one after another or overlapping, until a time. */
  void plan(long first, long until) {
    for (long at = first; at < until; at += settings.every()) {
      long jitter = (long) (random.nextDouble() * settings.settle());
      agenda.at(at + jitter, "a pass of " + name + " begins", () -> new Pass().begin());
    }
  }

  /** One pass over the subjects that changed, or over all. */
  private final class Pass {
    private final Session session = new Session(name + "#" + ++passes, agenda);
    private final AuditedStore store = new AuditedStore(model, auditor, session);
    private final SimulatedSource source = new SimulatedSource(world, clocks, session);
    private final Reconciliation reconciliation = new Reconciliation(counter, store);
    private final Repairs repairs = new Repairs(log, clocks.storeClock());
    private final boolean sweep = random.nextInt(4) == 0;
    private final Map<Subject, Head> heads = new HashMap<>();
    private List<Subject> subjects = List.of();
    private @Nullable Watermark watermark;
    private boolean tooEarly;

    void begin() {
      subjects = sweep ? everySubject() : candidates();
      heads.putAll(store.heads(counter, subjects));
      if (crashes(RareEvent.CRASH_AFTER_HEADS)) {
        return;
      }
      long now = clocks.source();
      long boundary = settings.startOf(now) + settings.window();
      long sloppy = random.nextInt(3) == 0 ? (long) (random.nextDouble() * settings.window()) : 50;
      agenda.after(boundary - now + sloppy, name + " opens a snapshot", this::open);
    }

    private List<Subject> everySubject() {
      TreeSet<Subject> all = new TreeSet<>(model.subjects(counter, null, 100));
      try (SourceSnapshot snapshot = source.open()) {
        all.addAll(snapshot.subjects(null, 100));
      }
      return List.copyOf(all);
    }

    private List<Subject> candidates() {
      TreeSet<Subject> all = new TreeSet<>(store.candidates(counter, null, 100));
      Watermark passedAt = store.progress(counter).passedAt();
      if (passedAt != null) {
        try (SourceSnapshot snapshot = source.open()) {
          all.addAll(
              snapshot.changedSince(
                  passedAt.factsBefore().minus(counter.settle()),
                  passedAt.eventsBefore().minus(counter.settle()),
                  null,
                  100));
        }
        return List.copyOf(all);
      }
      all.addAll(everySubject());
      return List.copyOf(all);
    }

    private void open() {
      SourceSnapshot snapshot = source.open();
      watermark = protocol.watermark(counter, reconciliation.watermarkOf(snapshot));
      if (settings.snapshots()) {
        count(snapshot);
      } else {
        long reading = (long) (random.nextDouble() * settings.window() * 2);
        agenda.after(reading, name + " reads the last row", () -> count(snapshot));
      }
    }

    private void count(SourceSnapshot snapshot) {
      if (running.observed++ > 0) {
        rare.add(RareEvent.RECONCILERS_OVERLAP);
      }
      Watermark made = Objects.requireNonNull(watermark);
      Observation observed = reconciliation.observe(subjects, heads, snapshot, made);
      Observation observation = protocol.observed(counter, observed);
      snapshot.close();
      if (auditor.trace.isOn()) {
        auditor.trace.line(
            session.name + " observed " + observation.subjects() + " " + observation.doubt());
      }
      if (crashes(RareEvent.CRASH_AFTER_OBSERVE)) {
        running.observed--;
        return;
      }
      long due = Agenda.micros(observation.judgeFrom()) - clocks.source();
      long wait = protocol.waitsToJudge() ? Math.max(0, due) : 0;
      agenda.after(wait + little(), name + " judges", () -> judge(observation));
    }

    private void judge(Observation observed) {
      if (protocol.waitsToJudge() && clocks.source() < Agenda.micros(observed.judgeFrom())) {
        // The source's clock stepped back meanwhile.
        agenda.after(settings.jitter() + 1, name + " waits on", () -> judge(observed));
        return;
      }
      Observation observation = protocol.judging(counter, observed, store);
      Judgement judgement = reconciliation.judge(observation, null);
      judgement.findings().forEach(finding -> note(finding, observation));
      if (crashes(RareEvent.CRASH_AFTER_JUDGE)) {
        running.observed--;
        return;
      }
      int dice = random.nextInt(20);
      long slow = (long) (random.nextDouble() * settings.settle() * (dice == 0 ? 10 : 2));
      agenda.after(
          little() + (dice < 5 ? slow : 0),
          name + " settles",
          () -> settle(protocol.settling(counter, judgement, store), 0));
    }

    private void note(Finding finding, Observation observation) {
      if (finding.overtaken()) {
        rare.add(RareEvent.SETTLE_OVERTAKEN_BEFORE_JUDGING);
      }
      if (finding.verdict() == Verdict.UNDECIDED) {
        rare.add(RareEvent.DRIFT_UNDECIDED);
      }
      if (finding.verdict() != Verdict.DRIFT) {
        return;
      }
      rare.add(RareEvent.DRIFT_PROVED);
      Head head = heads.get(finding.subject());
      if (settings.calm() && head != null && !head.marked()) {
        throw new Violation(
            "calm",
            "a drift is called proved though nothing was lost, late or doubled: "
                + finding
                + " of "
                + observation.doubt());
      }
    }

    /** Settles half of the subjects, then the rest: a process may die in between. */
    private void settle(Judgement judgement, int from) {
      int size = judgement.subjects().size();
      int to = from == 0 && size > 1 && random.nextBoolean() ? size / 2 : size;
      Judgement part = new Judgement(judgement.doubt(), judgement.subjects().subList(from, to));
      session.losesNextSettle = !settings.calm() && random.nextInt(40) == 0;
      try {
        tooEarly |= reconciliation.settle(part, repairs).contains(Settlement.Result.TOO_EARLY);
      } catch (AnswerLostException lost) {
        rare.add(RareEvent.SETTLE_ANSWER_LOST);
        running.observed--;
        repairs.close(Repair.State.INTERRUPTED);
        return;
      }
      if (to < size) {
        if (crashes(RareEvent.CRASH_WITHIN_SETTLE)) {
          running.observed--;
          return;
        }
        agenda.after(little(), name + " settles the rest", () -> settle(judgement, to));
        return;
      }
      running.observed--;
      end();
    }

    private void end() {
      repairs.close(Repair.State.CLOSED);
      Watermark passed = watermark;
      if (sweep
          || tooEarly
          || passed == null
          || crashes(RareEvent.CRASH_BEFORE_PROGRESS_IS_SAVED)) {
        return;
      }
      Progress now = store.progress(counter);
      Watermark before = now.passedAt();
      store.saveProgress(
          counter,
          new Progress(
              before == null ? passed : passed.raisedTo(before), now.sweep(), now.sweptAt()));
    }

    private long little() {
      return (long) (random.nextDouble() * Agenda.SECOND / 2);
    }

    private boolean crashes(RareEvent kind) {
      if (random.nextDouble() >= CRASHES) {
        return false;
      }
      rare.add(kind);
      session.kill();
      return true;
    }
  }
}
