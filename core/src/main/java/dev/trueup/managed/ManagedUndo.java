package dev.trueup.managed;

import dev.trueup.repair.RepairEntry;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.List;

/**
 * Takes a managed repair back: the drift is added to the base again, the watermark stays, and the
 * subject is held until it is released, or the next pass would repair it once more.
 */
public final class ManagedUndo {
  private final RepairLog log;
  private final InstantSource clock;

  public ManagedUndo(RepairLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  /**
   * Undoes one entry.
   *
   * @return the entry as it is on record now: UNDONE, UNDO_REFUSED where the subject has no base or
   *     is held already, or unchanged where it was not APPLIED
   */
  public RepairEntry undo(RepairEntry entry, ManagedCounter one) {
    BigDecimal correction = entry.correction();
    if (entry.state() != RepairEntry.State.APPLIED || correction == null) {
      return entry;
    }
    CounterStore store = one.store();
    boolean held = store.hold(one.counter(), entry.subject(), correction.negate().longValueExact());
    RepairEntry result =
        entry.become(
            held ? RepairEntry.State.UNDONE : RepairEntry.State.UNDO_REFUSED, clock.instant());
    log.record(List.of(result));
    return result;
  }
}
