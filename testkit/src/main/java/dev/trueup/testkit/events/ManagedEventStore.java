package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.error.AnswerLostException;
import dev.trueup.events.AuditedTally;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.JournalRow;
import dev.trueup.events.ManagedJournal;
import dev.trueup.events.Refusal;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Finding;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.PassReport;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A journal without transactions where the suite has an {@link EventStore}. What takes a
 * transaction to tell (a value right after an event, a sequence, a tally beside its sealed part) is
 * not observable: a test that asks for it shows as skipped. Thread-safe.
 */
public final class ManagedEventStore implements EventStore {
  private static final Duration BETWEEN_SWEEPS = Duration.ofMillis(40);
  private static final int SWEEPS_MAX = 500;

  private final JournalDocuments documents;
  private final Function<EventCounter, ManagedCounter> managed;
  private final Waiter waiter;
  private final Map<String, ManagedCounter> counters = new ConcurrentHashMap<>();

  /**
   * @param managed makes the counter over the journal, enabled in its store
   * @param waiter lets the settle time pass
   */
  public ManagedEventStore(
      JournalDocuments documents, Function<EventCounter, ManagedCounter> managed, Waiter waiter) {
    this.documents = documents;
    this.managed = managed;
    this.waiter = waiter;
  }

  /** The counter as everything above it uses it. */
  ManagedJournal journal(EventCounter counter) {
    return new ManagedJournal(counter, managed(counter), documents);
  }

  private ManagedCounter managed(EventCounter counter) {
    return counters.computeIfAbsent(counter.name(), name -> managed.apply(counter));
  }

  /** Recounts until everything that is in the journal now is inside the bases. */
  void settle(EventCounter counter) {
    // The settle time is what clocks may differ by, and one clock from itself before.
    Instant from = documents.now().plus(managed(counter).counter().settle());
    for (int sweeps = 0; sweeps < SWEEPS_MAX; sweeps++) {
      PassReport report = reconciler(counter).sweep(finding -> {}, progress -> {});
      boolean whole = report.raceLost() + report.tooEarly() + report.held() == 0;
      boolean past = report.watermark() == null || report.watermark().factsBefore().isAfter(from);
      if (whole && past) {
        return;
      }
      waiter.waitFor(BETWEEN_SWEEPS);
    }
    throw new AssertionError(counter.name() + " did not settle in " + SWEEPS_MAX + " sweeps");
  }

  /** What an audit of the counter finds. */
  List<Finding> drifts(EventCounter counter) {
    List<Finding> drifts = new ArrayList<>();
    reconciler(counter)
        .audit(
            finding -> {
              if (finding.verdict() != Verdict.AGREES) {
                drifts.add(finding);
              }
            },
            progress -> {});
    return drifts;
  }

  private Reconciler reconciler(EventCounter counter) {
    ManagedCounter of = managed(counter);
    return new Reconciler(
        of.counter(),
        of.store(),
        of.source(),
        new ModelRepairLog(),
        documents::now,
        waiter,
        new Pace(waiter),
        Reconciler.Limits.DEFAULT);
  }

  private static TestAbortedException notObservable(String what) {
    return new TestAbortedException(
        what + ": not observable here, the journal of this store has no transactions");
  }

  @Override
  public Instant now() {
    return documents.now();
  }

  @Override
  public void enable(EventCounter counter) {
    documents.enable(counter);
    managed(counter);
  }

  /** An answer that the counter lost is lost, as it is where one transaction holds both. */
  @Override
  public List<Outcome> apply(EventCounter counter, List<Event> events) {
    List<Outcome> outcomes = journal(counter).apply(events);
    outcomes.stream()
        .filter(outcome -> outcome.kind() == Outcome.Kind.UNKNOWN)
        .findFirst()
        .ifPresent(
            outcome -> {
              throw new AnswerLostException(String.valueOf(outcome.message()));
            });
    return outcomes;
  }

  @Override
  public Map<Subject, EventTally> tallies(EventCounter counter, Collection<Subject> subjects) {
    throw notObservable("a tally beside its sealed part");
  }

  @Override
  public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
    return documents.between(counter, subject, span);
  }

  @Override
  public List<JournalRow> rows(
      EventCounter counter, Subject subject, long afterSequence, int limit) {
    throw notObservable("a sequence of events");
  }

  @Override
  public Map<Refusal, Long> refusals(EventCounter counter) {
    return documents.refusals(counter);
  }

  /** Only what is inside a base can be sealed, so a recount comes first. */
  @Override
  public SealStep seal(EventCounter counter, int rowsMax) {
    reconciler(counter).sweep(finding -> {}, progress -> {});
    return journal(counter).seal(rowsMax);
  }

  @Override
  public List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit) {
    throw notObservable("a tally beside what it is made of");
  }

  @Override
  public void close() {
    counters.values().forEach(counter -> counter.store().close());
  }
}
