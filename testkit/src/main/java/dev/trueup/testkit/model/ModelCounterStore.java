package dev.trueup.testkit.model;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.BadRequestException;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.model.ModelState.CounterState;
import dev.trueup.testkit.model.ModelState.SubjectState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that keeps every promise, as long as its {@link ModelSteps} do. Thread-safe.
 */
public class ModelCounterStore implements CounterStore {
  private final ModelState state;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final RepairLog repairLog;
  private final ModelSteps steps;

  public ModelCounterStore(
      ModelState state, InstantSource clock, RandomGenerator random, RepairLog repairLog) {
    this(state, clock, random, repairLog, new ModelSteps());
  }

  public ModelCounterStore(
      ModelState state,
      InstantSource clock,
      RandomGenerator random,
      RepairLog repairLog,
      ModelSteps steps) {
    this.state = state;
    this.clock = clock;
    this.random = random;
    this.repairLog = repairLog;
    this.steps = steps;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void enable(Counter counter) {
    synchronized (state) {
      state.counters.computeIfAbsent(counter.name(), name -> new CounterState(now()));
    }
  }

  @Override
  public Instant acceptingSince(Counter counter) {
    synchronized (state) {
      return stateOf(counter).acceptingSince;
    }
  }

  @Override
  public List<Outcome> accept(Counter counter, List<Change> changes, boolean withReading) {
    requireBatch(changes.size());
    synchronized (state) {
      List<Outcome> outcomes = new ArrayList<>(changes.size());
      for (Change change : changes) {
        outcomes.add(acceptOne(counter, change, withReading));
      }
      return outcomes;
    }
  }

  private Outcome acceptOne(Counter counter, Change change, boolean withReading) {
    SubjectState subject = subjectOf(counter, change.subject());
    Outcome refusal =
        steps.admit(counter, subject.head, change, subject.changes.get(change.id()), now());
    if (refusal != null) {
      if (refusal.kind() == Outcome.Kind.COVERED) {
        keepCovered(subject, change);
        subject.head = steps.markCovered(Objects.requireNonNull(subject.head));
      }
      forgetIfEmpty(counter, change.subject(), subject);
      return refusal;
    }
    Cell cell = counter.cellOf(change);
    Long before = subject.cells.get(cell);
    try {
      subject.cells.put(cell, steps.add(before == null ? 0 : before, change.amount()));
      Reading reading = withReading ? readingAfter(counter, change, subject) : null;
      steps.remember(subject.changes, change);
      return reading == null ? Outcome.applied() : Outcome.applied(reading);
    } catch (ArithmeticException overflow) {
      if (before == null) {
        subject.cells.remove(cell);
      } else {
        subject.cells.put(cell, before);
      }
      forgetIfEmpty(counter, change.subject(), subject);
      return Outcome.rejected(
          Rejection.OVERFLOW,
          "Change " + change.id() + " would take its sum past the range of 64 bits.");
    }
  }

  private void keepCovered(SubjectState subject, Change change) {
    if (subject.covered.size() == COVERED_KEPT_MAX) {
      subject.covered.removeFirst();
    }
    subject.covered.addLast(change);
  }

  private @Nullable Reading readingAfter(Counter counter, Change change, SubjectState subject) {
    Head head = subject.head;
    Head.Base base = head == null ? null : head.base();
    if (base == null) {
      return null;
    }
    return new Reading(
        counter.name(),
        change.subject(),
        new StoredSubject(head, subject.cells).fastValue(),
        Reading.Mode.FAST,
        base.watermark(),
        Duration.between(base.installedAt(), now()));
  }

  @Override
  public Map<Subject, StoredSubject> read(Counter counter, Collection<Subject> subjects) {
    Map<Subject, StoredSubject> read = new HashMap<>();
    synchronized (state) {
      for (Subject subject : subjects) {
        SubjectState found = find(counter, subject);
        if (found != null) {
          read.put(subject, new StoredSubject(found.head, found.cells));
        }
      }
    }
    return read;
  }

  @Override
  public Map<Subject, Head> heads(Counter counter, Collection<Subject> subjects) {
    Map<Subject, Head> heads = new HashMap<>();
    synchronized (state) {
      for (Subject subject : subjects) {
        SubjectState found = find(counter, subject);
        if (found != null && found.head != null) {
          heads.put(subject, found.head);
        }
      }
    }
    return heads;
  }

  @Override
  public Map<Subject, RecordedSubject> examine(Counter counter, Collection<Subject> subjects) {
    Map<Subject, RecordedSubject> examined = new HashMap<>();
    synchronized (state) {
      for (Subject subject : subjects) {
        SubjectState found = find(counter, subject);
        if (found != null) {
          examined.put(
              subject,
              new RecordedSubject(
                  found.head, List.copyOf(found.changes.values()), List.copyOf(found.covered)));
        }
      }
    }
    return examined;
  }

  @Override
  public List<Settlement.Result> settle(Counter counter, List<Settlement> settlements) {
    requireBatch(settlements.size());
    List<Settlement.Result> results = new ArrayList<>(settlements.size());
    for (Settlement settlement : settlements) {
      synchronized (state) {
        results.add(settleOne(counter, settlement));
      }
    }
    return results;
  }

  private Settlement.Result settleOne(Counter counter, Settlement settlement) {
    SubjectState found = find(counter, settlement.subject());
    Head head = found == null ? null : found.head;
    Settlement.Result result =
        steps.permit(settlement, head, stateOf(counter).acceptingSince, now());
    if (result != Settlement.Result.INSTALLED) {
      return result;
    }
    RepairEntry entry = settlement.entry();
    if (entry != null) {
      steps.putOnRecord(repairLog, entry);
    }
    SubjectState subject = subjectOf(counter, settlement.subject());
    List<Change> dropped = new ArrayList<>();
    for (Change change : subject.changes.values()) {
      if (steps.drops(settlement, counter.cellOf(change))) {
        dropped.add(change);
      }
    }
    long mark = head == null ? settlement.observedMark() : head.mark();
    boolean marked = steps.leavesMarked(counter, settlement, dropped, mark);
    dropped.forEach(change -> subject.changes.remove(change.id()));
    subject.cells.keySet().removeIf(cell -> steps.drops(settlement, cell));
    subject.covered.clear();
    subject.head =
        new Head(
            new Head.Base(settlement.truth(), settlement.watermark(), now()),
            head == null ? steps.firstVersion(random) : head.version() + 1,
            mark,
            marked,
            false,
            null);
    return result;
  }

  @Override
  public boolean keepsRepairLog() {
    return true;
  }

  @Override
  public List<Subject> candidates(Counter counter, @Nullable Subject after, int limit) {
    return page(counter, after, limit, ModelCounterStore::isCandidate);
  }

  @Override
  public List<Subject> subjects(Counter counter, @Nullable Subject after, int limit) {
    return page(counter, after, limit, subject -> subject.head != null);
  }

  private static boolean isCandidate(SubjectState subject) {
    return !subject.cells.isEmpty() || (subject.head != null && subject.head.marked());
  }

  private List<Subject> page(
      Counter counter, @Nullable Subject after, int limit, Predicate<SubjectState> taken) {
    List<Subject> page = new ArrayList<>();
    synchronized (state) {
      CounterState all = stateOf(counter);
      Map<Subject, SubjectState> rest =
          after == null ? all.subjects : all.subjects.tailMap(after, false);
      for (Map.Entry<Subject, SubjectState> entry : rest.entrySet()) {
        if (page.size() == limit) {
          break;
        }
        if (taken.test(entry.getValue())) {
          page.add(entry.getKey());
        }
      }
    }
    return page;
  }

  @Override
  public void mark(Counter counter, Collection<Subject> subjects) {
    synchronized (state) {
      for (Subject key : subjects) {
        SubjectState subject = subjectOf(counter, key);
        subject.head = steps.marked(headOf(subject));
      }
    }
  }

  @Override
  public void forget(Counter counter, Subject key, Instant until) {
    synchronized (state) {
      SubjectState subject = subjectOf(counter, key);
      Head head = headOf(subject);
      subject.changes.clear();
      subject.cells.clear();
      subject.covered.clear();
      subject.head = new Head(null, head.version() + 1, head.mark(), false, false, until);
    }
  }

  @Override
  public boolean hold(Counter counter, Subject key, long amount) {
    synchronized (state) {
      SubjectState subject = find(counter, key);
      Head head = subject == null ? null : subject.head;
      Head.Base base = head == null ? null : head.base();
      if (subject == null || head == null || base == null || head.held()) {
        return false;
      }
      Watermark watermark = base.watermark();
      subject.head =
          new Head(
              new Head.Base(Math.addExact(base.value(), amount), watermark, base.installedAt()),
              head.version() + 1,
              head.mark(),
              head.marked(),
              true,
              null);
      return true;
    }
  }

  @Override
  public boolean release(Counter counter, Subject key) {
    synchronized (state) {
      SubjectState subject = find(counter, key);
      Head head = subject == null ? null : subject.head;
      if (subject == null || head == null || !head.held()) {
        return false;
      }
      subject.head = new Head(head.base(), head.version() + 1, head.mark() + 1, true, false, null);
      return true;
    }
  }

  @Override
  public Progress progress(Counter counter) {
    synchronized (state) {
      return stateOf(counter).progress;
    }
  }

  @Override
  public void saveProgress(Counter counter, Progress progress) {
    synchronized (state) {
      stateOf(counter).progress = progress;
    }
  }

  @Override
  public void close() {
    // The state is shared and outlives its stores, as a database does.
  }

  private Head headOf(SubjectState subject) {
    Head head = subject.head;
    return head != null ? head : new Head(null, steps.firstVersion(random), 0, false, false, null);
  }

  private CounterState stateOf(Counter counter) {
    CounterState found = state.counters.get(counter.name());
    if (found == null) {
      throw new BadRequestException(
          "Counter " + counter.name() + " is not enabled in this store; enable it first.");
    }
    return found;
  }

  private @Nullable SubjectState find(Counter counter, Subject subject) {
    return stateOf(counter).subjects.get(steps.key(subject));
  }

  private SubjectState subjectOf(Counter counter, Subject subject) {
    return stateOf(counter).subjects.computeIfAbsent(steps.key(subject), key -> new SubjectState());
  }

  private void forgetIfEmpty(Counter counter, Subject subject, SubjectState found) {
    if (found.head == null && found.changes.isEmpty() && found.cells.isEmpty()) {
      stateOf(counter).subjects.remove(steps.key(subject));
    }
  }

  private static void requireBatch(int size) {
    if (size > BATCH_MAX) {
      throw new BadRequestException(
          "A call with " + size + " parts is too large; at most " + BATCH_MAX + " are allowed.");
    }
  }
}
