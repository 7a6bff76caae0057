package dev.trueup.testkit.model;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.Admission;
import dev.trueup.store.Head;
import dev.trueup.store.RepairLog;
import dev.trueup.store.Settlement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The single steps of the model store, honest as they stand. They are there to be broken on
 * purpose: a fault that a suite or the simulation has to catch overrides one of them.
 */
public class ModelSteps {
  /** The door: null lets the change in. */
  public @Nullable Outcome admit(
      Counter counter, @Nullable Head head, Change change, @Nullable Change known, Instant now) {
    return Admission.refusal(counter, head, change, known, now);
  }

  /** Adds to the sum of a cell. */
  public long add(long sum, long amount) {
    return Math.addExact(sum, amount);
  }

  /** Records the id of an applied change. */
  public void remember(Map<String, Change> known, Change change) {
    known.put(change.id(), change);
  }

  /** Marks the subject of a COVERED change. */
  public Head markCovered(Head head) {
    return marked(head);
  }

  /** A marked head: a higher mark number, the same version. */
  public Head marked(Head head) {
    return new Head(
        head.base(), head.version(), head.mark() + 1, true, head.held(), head.forgottenUntil());
  }

  /** Whether the base may be installed. */
  public Settlement.Result permit(
      Settlement settlement, @Nullable Head head, Instant acceptingSince, Instant now) {
    return settlement.permittedOver(head, acceptingSince, now);
  }

  /** Whether a settlement drops what is in this cell. */
  public boolean drops(Settlement settlement, Cell cell) {
    return settlement.watermark().covers(cell);
  }

  /** Whether the subject is marked once the base is in place. */
  public boolean leavesMarked(
      Counter counter, Settlement settlement, List<Change> dropped, long mark) {
    return settlement.leavesMarked(counter, dropped, mark);
  }

  /** Puts a settlement's entry on record. */
  public void putOnRecord(RepairLog repairLog, RepairEntry entry) {
    repairLog.record(List.of(entry));
  }

  /** The version of a new head. */
  public long firstVersion(RandomGenerator random) {
    return random.nextLong() >>> 2;
  }

  /** The key that a subject is kept under. */
  public Subject key(Subject subject) {
    return subject;
  }
}
