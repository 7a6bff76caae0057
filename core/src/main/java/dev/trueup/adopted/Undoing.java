package dev.trueup.adopted;

import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.StoppedException;
import dev.trueup.error.TrueupException;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes one repair back, counter by counter, each under its right. */
final class Undoing {
  private static final int TOGETHER_MAX = 25;

  private final RepairLog log;
  private final InstantSource clock;
  private final String repairId;
  private final Map<String, PlacedCounter> counters;
  private final Function<PlacedCounter, AdoptedPlace.RepairSession> right;
  private final Watch watch;
  private long undone;
  private long refused;
  private long unknown;

  Undoing(
      RepairLog log,
      InstantSource clock,
      String repairId,
      Map<String, PlacedCounter> counters,
      Function<PlacedCounter, AdoptedPlace.RepairSession> right,
      Watch watch) {
    this.log = log;
    this.clock = clock;
    this.repairId = repairId;
    this.counters = counters;
    this.right = right;
    this.watch = watch;
  }

  UndoReport run() {
    Set<String> names = new TreeSet<>();
    eachPage(null, page -> page.forEach(entry -> look(entry, names)));
    for (String name : names) {
      PlacedCounter counter = counters.get(name);
      if (counter == null) {
        throw new BadRequestException(
            "Repair "
                + repairId
                + " corrected "
                + name
                + ", which the configuration does not name as an adopted counter. Nothing was"
                + " changed. Add it, then undo again.");
      }
    }
    for (String name : names) {
      PlacedCounter counter = Objects.requireNonNull(counters.get(name));
      try (AdoptedPlace.RepairSession session = right.apply(counter)) {
        eachPage(name, page -> undo(session, page));
      }
    }
    log.close(repairId, Repair.State.UNDONE, clock.instant());
    return new UndoReport(repairId, false, undone, refused, unknown);
  }

  private void look(RepairEntry entry, Set<String> names) {
    if (isUndoable(entry)) {
      names.add(entry.counter());
    } else if (entry.layout() == RepairEntry.Layout.ADOPTED
        && entry.state() == RepairEntry.State.UNKNOWN) {
      unknown++;
    }
  }

  private static boolean isUndoable(RepairEntry entry) {
    return entry.layout() == RepairEntry.Layout.ADOPTED
        && entry.state() == RepairEntry.State.APPLIED;
  }

  private void eachPage(@Nullable String counter, Consumer<List<RepairEntry>> each) {
    RepairEntry last = null;
    while (true) {
      List<RepairEntry> page =
          last == null
              ? log.entries(repairId, counter, null, TOGETHER_MAX)
              : log.entries(repairId, last.counter(), last.subject(), TOGETHER_MAX);
      if (page.isEmpty()) {
        return;
      }
      last = page.get(page.size() - 1);
      if (counter == null) {
        each.accept(page);
        continue;
      }
      each.accept(page.stream().filter(entry -> entry.counter().equals(counter)).toList());
      if (last.counter().compareTo(counter) > 0) {
        return;
      }
      if (watch.isStopped()) {
        throw new StoppedException(
            "The undo of " + repairId + " was stopped; undo it again to take back the rest.");
      }
    }
  }

  private void undo(AdoptedPlace.RepairSession session, List<RepairEntry> page) {
    List<RepairEntry> entries = page.stream().filter(Undoing::isUndoable).toList();
    if (entries.isEmpty()) {
      return;
    }
    List<Correction> corrections = entries.stream().map(Correction::undoOf).toList();
    List<Correction.Result> results;
    if (session.recordsTogether()) {
      results = session.correct(corrections, (them, outcome) -> outcomes(entries, them, outcome));
    } else {
      results = undoApart(session, entries, corrections);
      log.record(outcomes(entries, corrections, results));
    }
    for (Correction.Result result : results) {
      undone += result.isWritten() ? 1 : 0;
      refused += result.isWritten() ? 0 : 1;
    }
    watch.progress(entries.get(0).counter(), Watch.Phase.UNDOING, undone + refused, 0);
  }

  /** In two databases an undo that dies half way must leave the entry as one that is not known. */
  private List<Correction.Result> undoApart(
      AdoptedPlace.RepairSession session, List<RepairEntry> entries, List<Correction> corrections) {
    log.record(become(entries, RepairEntry.State.UNKNOWN));
    try {
      return session.correct(corrections, (them, outcome) -> List.of());
    } catch (AnswerLostException e) {
      throw e;
    } catch (TrueupException e) {
      log.record(become(entries, RepairEntry.State.APPLIED));
      throw e;
    }
  }

  private List<RepairEntry> outcomes(
      List<RepairEntry> entries, List<Correction> written, List<Correction.Result> results) {
    return Correction.outcomes(
        entries,
        written,
        results,
        RepairEntry.State.UNDONE,
        RepairEntry.State.UNDO_REFUSED,
        clock.instant());
  }

  private List<RepairEntry> become(List<RepairEntry> entries, RepairEntry.State state) {
    return entries.stream().map(entry -> entry.become(state, clock.instant())).toList();
  }
}
