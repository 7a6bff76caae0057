package dev.trueup.jdbc.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.store.Admission;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of each change of a batch, decided while the heads of its subjects are locked.
 *
 * <p>A sum can pass the range of long only where large numbers are about: a base or a change that
 * large is rare, so that only subjects that have one are checked change by change (<em>exact</em>).
 * All others have room: fewer than 2^30 recorded changes of less than 2^31 each, beside a base of
 * at most 2^61.
 */
final class BatchPlan {
  private static final long LARGE_CHANGE = 1L << 31;
  private static final long LARGE_BASE = 1L << 61;

  private final Counter counter;
  private final List<Change> batch;
  private final Map<Subject, LockedHead> heads;
  private final Instant now;
  private final boolean withReading;
  private final @Nullable Outcome[] outcomes;
  private final Set<Subject> exact = new HashSet<>();
  private final Map<Subject, RunningSum> running = new HashMap<>();
  private final Map<ChangeTable.Key, Change> known = new HashMap<>();
  private final List<Integer> admitted = new ArrayList<>();
  private final List<Change> covered = new ArrayList<>();
  private final Map<CellTable.Key, Long> sums = new LinkedHashMap<>();
  private final List<Map.Entry<CellTable.Key, Long>> spilled = new ArrayList<>();
  private final Set<Subject> widened = new HashSet<>();

  BatchPlan(
      Counter counter,
      List<Change> batch,
      Map<Subject, LockedHead> heads,
      Instant now,
      boolean withReading) {
    this.counter = counter;
    this.batch = batch;
    this.heads = heads;
    this.now = now;
    this.withReading = withReading;
    this.outcomes = new Outcome[batch.size()];
    for (Change change : batch) {
      if (isLarge(change) || isLarge(heads.get(change.subject()))) {
        exact.add(change.subject());
      }
    }
  }

  /** The subjects whose cells are needed. */
  List<Subject> summed() {
    return withReading ? List.copyOf(heads.keySet()) : List.copyOf(exact);
  }

  void startFrom(Map<Subject, Map<Cell, Long>> cells) {
    for (Subject subject : summed()) {
      LockedHead head = heads.get(subject);
      running.put(
          subject,
          new RunningSum(
              counter, head == null ? null : head.head(), cells.getOrDefault(subject, Map.of())));
    }
  }

  /** The keys that have to be known before anything is decided. */
  List<ChangeTable.Key> exactKeys() {
    return batch.stream()
        .filter(change -> exact.contains(change.subject()))
        .map(ChangeTable.Key::of)
        .distinct()
        .toList();
  }

  void knows(Map<ChangeTable.Key, Change> recorded) {
    known.putAll(recorded);
  }

  /** Decides all that can be without asking for ids; the changes to be recorded, in order. */
  List<Change> admit() {
    for (int i = 0; i < batch.size(); i++) {
      Change change = batch.get(i);
      Outcome refusal = refusal(change, known.get(ChangeTable.Key.of(change)));
      if (refusal != null) {
        outcomes[i] = refusal;
        if (refusal.kind() == Outcome.Kind.COVERED) {
          covered.add(change);
        }
      } else if (exact.contains(change.subject())) {
        admitExactly(i, change);
      } else {
        admitted.add(i);
      }
    }
    return admitted.stream().map(batch::get).toList();
  }

  private void admitExactly(int index, Change change) {
    RunningSum sum = running(change);
    if (!sum.hasRoomFor(change)) {
      outcomes[index] =
          Outcome.rejected(
              Rejection.OVERFLOW,
              counter.name()
                  + " of "
                  + change.subject()
                  + " would pass the range of 64 bits with change "
                  + change.id()
                  + " of "
                  + change.amount()
                  + "; nothing was added.");
      return;
    }
    sum.add(change);
    outcomes[index] = applied(sum, change);
    known.put(ChangeTable.Key.of(change), change);
    admitted.add(index);
    if (isLarge(change)) {
      widened.add(change.subject());
    }
  }

  /**
   * Takes in which of the admitted changes were recorded.
   *
   * @param duplicates what is recorded under the ids of the others
   */
  void added(boolean[] recorded, Map<ChangeTable.Key, Change> duplicates) {
    for (int i = 0; i < recorded.length; i++) {
      int index = admitted.get(i);
      Change change = batch.get(index);
      if (recorded[i]) {
        addUp(new CellTable.Key(change.subject(), counter.cellOf(change)), change.amount());
        if (!exact.contains(change.subject())) {
          outcomes[index] = withReading ? appliedNow(change) : Outcome.applied();
        }
      } else {
        outcomes[index] = refusal(change, duplicates.get(ChangeTable.Key.of(change)));
      }
    }
  }

  /** A sum that leaves the range of long goes in two steps; the cell itself has room for each. */
  private void addUp(CellTable.Key key, long amount) {
    long sum = sums.getOrDefault(key, 0L);
    boolean fits = amount >= 0 ? sum <= Long.MAX_VALUE - amount : sum >= Long.MIN_VALUE - amount;
    if (!fits) {
      spilled.add(Map.entry(key, sum));
    }
    sums.put(key, fits ? sum + amount : amount);
  }

  private Outcome appliedNow(Change change) {
    RunningSum sum = running(change);
    sum.add(change);
    return applied(sum, change);
  }

  private Outcome applied(RunningSum sum, Change change) {
    Reading reading = withReading ? sum.reading(change, now) : null;
    return reading == null ? Outcome.applied() : Outcome.applied(reading);
  }

  private @Nullable Outcome refusal(Change change, @Nullable Change recorded) {
    LockedHead head = heads.get(change.subject());
    return Admission.refusal(counter, head == null ? null : head.head(), change, recorded, now);
  }

  private RunningSum running(Change change) {
    RunningSum sum = running.get(change.subject());
    if (sum == null) {
      throw new BrokenInvariantException("The cells of " + change.subject() + " were not read.");
    }
    return sum;
  }

  /** What to add to which cell, in this order. */
  List<Map.Entry<CellTable.Key, Long>> sums() {
    List<Map.Entry<CellTable.Key, Long>> all = new ArrayList<>(spilled);
    all.addAll(sums.entrySet());
    return all;
  }

  /** Subjects that were given a large change; their heads say so from now on. */
  Set<Subject> widened() {
    return widened;
  }

  /** Changes that are inside, in order. */
  List<Change> covered() {
    return covered;
  }

  /** An outcome each. */
  List<Outcome> outcomes() {
    List<Outcome> all = new ArrayList<>(outcomes.length);
    for (int i = 0; i < outcomes.length; i++) {
      Outcome outcome = outcomes[i];
      if (outcome == null) {
        throw new BrokenInvariantException(
            "Change "
                + batch.get(i).id()
                + " was neither recorded nor found recorded; its head was not locked.");
      }
      all.add(outcome);
    }
    return all;
  }

  private static boolean isLarge(Change change) {
    return change.amount() >= LARGE_CHANGE || change.amount() <= -LARGE_CHANGE;
  }

  private static boolean isLarge(@Nullable LockedHead stored) {
    if (stored == null) {
      return false;
    }
    Head.Base base = stored.head().base();
    return stored.wide()
        || (base != null && (base.value() > LARGE_BASE || base.value() < -LARGE_BASE));
  }
}
