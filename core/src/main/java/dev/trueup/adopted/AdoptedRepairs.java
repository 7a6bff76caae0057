package dev.trueup.adopted;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import dev.trueup.repair.Repair;
import dev.trueup.store.RepairLog;
import dev.trueup.time.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Repairs of adopted counters. A correction is added to the counter, never written over it, so no
 * concurrent increment is lost; every one is on record and can be undone. Thread-safe, and safe
 * beside other processes: one at a time repairs a counter.
 */
public final class AdoptedRepairs {
  private static final Duration POLL = Duration.ofMillis(100);

  private final RepairLog log;
  private final InstantSource clock;
  private final Waiter waiter;

  public AdoptedRepairs(RepairLog log, InstantSource clock, Waiter waiter) {
    this.log = log;
    this.clock = clock;
    this.waiter = waiter;
  }

  /**
   * Audits counters and corrects the drift that can be proved. Repairs that died half way are first
   * marked interrupted.
   *
   * @throws SourceRefusedException if a counter's type cannot be added to; nothing was changed
   * @throws UnavailableException if somebody else is repairing a counter, or a database goes away;
   *     what was corrected before is on record
   */
  public RepairReport repair(List<PlacedCounter> counters, RepairOptions options, Watch watch) {
    counters.forEach(AdoptedRepairs::refuseIfNotAdditive);
    log.interruptAbandoned(clock.instant());
    RepairBook book = new RepairBook(log, clock);
    List<RepairReport.CounterRepair> done = new ArrayList<>();
    try {
      for (PlacedCounter counter : counters) {
        try (AdoptedPlace.RepairSession session = right(counter, options.rightWait())) {
          done.add(
              new CounterRepairing(counter, session, book, options, clock, waiter, watch).run());
        }
      }
    } catch (TrueupException e) {
      closeInterrupted(book, e);
      throw e;
    }
    book.close(Repair.State.CLOSED);
    return new RepairReport(book.repairId(), done);
  }

  /**
   * Takes a repair back: adds the opposite of each correction. What is not known to have been
   * written is left alone.
   *
   * @param counters the counters that may be in the repair, by name
   * @throws BadRequestException if there is no such repair, it is still running, or it names a
   *     counter that is not given; nothing was changed
   */
  public UndoReport undo(
      String repairId, Map<String, PlacedCounter> counters, Duration rightWait, Watch watch) {
    log.interruptAbandoned(clock.instant());
    Repair repair =
        log.find(repairId)
            .orElseThrow(
                () ->
                    new BadRequestException(
                        "There is no repair "
                            + repairId
                            + " on record. Look at the id that the repair printed, and at the"
                            + " store of the configuration."));
    return switch (repair.state()) {
      case UNDONE -> new UndoReport(repairId, true, 0, 0, 0);
      case OPEN ->
          throw new BadRequestException(
              "Repair " + repairId + " is still running. Undo it when it has ended.");
      case CLOSED, INTERRUPTED ->
          new Undoing(log, clock, repairId, counters, name -> right(name, rightWait), watch).run();
    };
  }

  private AdoptedPlace.RepairSession right(PlacedCounter counter, Duration wait) {
    Instant end = clock.instant().plus(wait);
    while (true) {
      Optional<AdoptedPlace.RepairSession> session = counter.place().tryRepair();
      if (session.isPresent()) {
        return session.get();
      }
      if (!clock.instant().isBefore(end)) {
        throw new UnavailableException(
            "Somebody else is repairing "
                + counter.name()
                + " now; one repairer at a time is allowed. Run again when it has ended.");
      }
      waiter.waitFor(POLL);
    }
  }

  private static void refuseIfNotAdditive(PlacedCounter counter) {
    Capacity capacity = counter.place().capacity();
    if (!capacity.additive()) {
      throw new SourceRefusedException(
          counter.name()
              + " is stored as "
              + capacity.type()
              + ", to which nothing can be added; it can be audited and not repaired. Give its"
              + " column a numeric type.");
    }
  }

  private static void closeInterrupted(RepairBook book, TrueupException because) {
    try {
      book.close(Repair.State.INTERRUPTED);
    } catch (TrueupException e) {
      because.addSuppressed(e);
    }
  }
}
