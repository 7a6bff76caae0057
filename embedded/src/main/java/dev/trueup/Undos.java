package dev.trueup;

import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.managed.ManagedUndo;
import dev.trueup.repair.Repair;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.RepairLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes repairs back. A repair is of adopted counters or of managed ones, never of both. */
final class Undos {
  private static final int PAGE = 500;

  private final TrueupConfig config;
  private final TrueupOptions options;
  private final Databases databases;
  private final AdoptedRuns adopted;
  private final ManagedRuntime managed;

  Undos(
      TrueupConfig config,
      TrueupOptions options,
      Databases databases,
      AdoptedRuns adopted,
      ManagedRuntime managed) {
    this.config = config;
    this.options = options;
    this.databases = databases;
    this.adopted = adopted;
    this.managed = managed;
  }

  UndoReport undo(String repairId, Watch watch) {
    RepairLog log = databases.log();
    Set<String> adoptedNames = new LinkedHashSet<>();
    Set<String> managedNames = new LinkedHashSet<>();
    if (log.find(repairId).isPresent()) {
      eachEntry(
          repairId,
          entry ->
              (entry.layout() == RepairEntry.Layout.MANAGED ? managedNames : adoptedNames)
                  .add(entry.counter()));
    }
    if (!managedNames.isEmpty() && adoptedNames.isEmpty()) {
      return undoManaged(log, repairId, managedNames, watch);
    }
    Map<String, PlacedCounter> placed = new HashMap<>();
    List<CounterConfig.Rows> counters =
        adoptedNames.stream()
            .map(config.counters()::get)
            .filter(CounterConfig.Rows.class::isInstance)
            .map(CounterConfig.Rows.class::cast)
            .filter(rows -> rows.layout() == Layout.ADOPTED)
            .toList();
    adopted.place(counters, databases.sqlLog()).forEach(one -> placed.put(one.name(), one));
    return adopted.repairs().undo(repairId, placed, Duration.ZERO, watch);
  }

  private UndoReport undoManaged(RepairLog log, String repairId, Set<String> names, Watch watch) {
    log.interruptAbandoned(options.clock().instant());
    Repair.State state = log.find(repairId).map(Repair::state).orElse(Repair.State.OPEN);
    if (state == Repair.State.OPEN) {
      throw new BadRequestException(
          "Repair " + repairId + " is still running. Undo it when it has ended.");
    }
    if (state == Repair.State.UNDONE) {
      return new UndoReport(repairId, true, 0, 0, 0);
    }
    Map<String, ManagedCounter> counters = new HashMap<>();
    for (String name : names) {
      CounterConfig.Rows rows = JournalRows.of(config, config.counters().get(name));
      if (rows == null) {
        throw new BadRequestException(
            "Repair "
                + repairId
                + " corrected "
                + name
                + ", which the configuration does not name as a managed counter. Nothing was"
                + " changed. Add it, then undo again.");
      }
      counters.put(name, managed.of(rows));
    }
    ManagedUndo undo = new ManagedUndo(log, options.clock());
    long[] counts = new long[3];
    eachEntry(
        repairId,
        entry -> {
          ManagedCounter one = counters.get(entry.counter());
          if (one == null) {
            return;
          }
          counts[2] += entry.state() == RepairEntry.State.UNKNOWN ? 1 : 0;
          if (entry.state() == RepairEntry.State.APPLIED) {
            RepairEntry.State result = undo.undo(entry, one).state();
            counts[result == RepairEntry.State.UNDONE ? 0 : 1]++;
            watch.progress(entry.counter(), Watch.Phase.UNDOING, counts[0] + counts[1], 0);
          }
        });
    log.close(repairId, Repair.State.UNDONE, options.clock().instant());
    return new UndoReport(repairId, false, counts[0], counts[1], counts[2]);
  }

  private void eachEntry(String repairId, Consumer<RepairEntry> each) {
    @Nullable String afterCounter = null;
    @Nullable Subject afterSubject = null;
    while (true) {
      List<RepairEntry> page = databases.log().entries(repairId, afterCounter, afterSubject, PAGE);
      if (page.isEmpty()) {
        return;
      }
      page.forEach(each);
      RepairEntry last = page.get(page.size() - 1);
      afterCounter = last.counter();
      afterSubject = last.subject();
    }
  }
}
