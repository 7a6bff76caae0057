package dev.trueup.adopted;

import dev.trueup.error.AnswerLostException;
import dev.trueup.error.TrueupException;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps one repair on record. It is opened by its first correction. For one thread. */
final class RepairBook {
  private final RepairLog log;
  private final InstantSource clock;
  private @Nullable Repair repair;

  RepairBook(RepairLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  @Nullable String repairId() {
    return repair == null ? null : repair.id();
  }

  String openedId() {
    Repair open = repair;
    if (open == null) {
      open = log.open(clock.instant());
      repair = open;
    }
    return open.id();
  }

  void close(Repair.State state) {
    if (repair != null) {
      log.close(repair.id(), state, clock.instant());
    }
  }

  /**
   * Writes corrections and what became of them. Where both are in one database they are one
   * transaction. Otherwise the intent goes first, so that a write which nobody lived to record is
   * found as unknown, and never taken for one that did not happen.
   */
  List<Correction.Result> write(
      AdoptedPlace.RepairSession session, List<Correction> corrections, List<RepairEntry> intents) {
    Correction.Recorder outcome = (written, results) -> outcomes(intents, written, results);
    if (session.recordsTogether()) {
      return session.correct(corrections, outcome);
    }
    log.record(intents);
    List<Correction.Result> results;
    try {
      results = session.correct(corrections, (written, them) -> List.of());
    } catch (AnswerLostException e) {
      record(become(intents, RepairEntry.State.UNKNOWN), e);
      throw e;
    } catch (TrueupException e) {
      record(become(intents, RepairEntry.State.NOT_APPLIED), e);
      throw e;
    }
    log.record(outcomes(intents, corrections, results));
    return results;
  }

  private void record(List<RepairEntry> entries, TrueupException because) {
    try {
      log.record(entries);
    } catch (TrueupException e) {
      because.addSuppressed(e);
    }
  }

  private List<RepairEntry> outcomes(
      List<RepairEntry> intents, List<Correction> written, List<Correction.Result> results) {
    return Correction.outcomes(
        intents,
        written,
        results,
        RepairEntry.State.APPLIED,
        RepairEntry.State.NOT_APPLIED,
        clock.instant());
  }

  private List<RepairEntry> become(List<RepairEntry> intents, RepairEntry.State state) {
    return intents.stream().map(entry -> entry.become(state, clock.instant())).toList();
  }
}
