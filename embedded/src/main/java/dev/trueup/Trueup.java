package dev.trueup;

import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.TrueupConfig;
import dev.trueup.events.Events;
import dev.trueup.ledger.Ledgers;
import dev.trueup.managed.Counters;
import dev.trueup.members.Members;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The door to everything, for one configuration. Databases are opened when they are first needed:
 * an audit of adopted counters needs no store and no permission to write. Thread-safe; closing it
 * ends the work in the background and gives all connections back.
 */
public final class Trueup implements AutoCloseable {
  private final TrueupConfig config;
  private final TrueupOptions options;
  private final Databases databases;
  private final ManagedRuntime managed;
  private final ManagedRuns managedRuns;
  private final AdoptedRuns adoptedRuns;
  private final ExactKinds exactKinds;
  // Guarded by this.
  private @Nullable Counters counters;
  // Guarded by this.
  private @Nullable Members members;
  // Guarded by this.
  private @Nullable Events events;
  // Guarded by this.
  private @Nullable Ledgers ledgers;
  // Guarded by this.
  private @Nullable Schedule schedule;
  // Guarded by this.
  private @Nullable Schedule journalSchedule;
  // Guarded by this.
  private final List<Chores> background = new ArrayList<>();

  private Trueup(TrueupConfig config, TrueupOptions options) {
    this.config = config;
    this.options = options;
    this.databases = new Databases(config, options);
    this.managed = new ManagedRuntime(config, options, databases);
    this.managedRuns = new ManagedRuns(managed, options);
    this.adoptedRuns = new AdoptedRuns(options, databases);
    this.exactKinds = new ExactKinds(config, options, databases, managed);
  }

  /** Opens a configuration; its managed counters are reconciled in the background once used. */
  public static Trueup open(TrueupConfig config) {
    return open(config, TrueupOptions.standard());
  }

  public static Trueup open(TrueupConfig config, TrueupOptions options) {
    return new Trueup(config, options);
  }

  /**
   * The hot path of the managed counters. The first call opens their databases, makes Trueup's own
   * tables in the store, and starts reconciling as the configuration says.
   *
   * @throws dev.trueup.error.UnavailableException if a database cannot be reached
   * @throws dev.trueup.error.NotPermittedException if the tables may not be made
   */
  public synchronized Counters counters() {
    Counters known = counters;
    if (known == null) {
      known = managed.counters();
      if (options.schedule()) {
        schedule = new Schedule(managedCounters(), managed, databases, options);
      }
      counters = known;
    }
    return known;
  }

  /**
   * The counters of members. The first call opens their databases, makes Trueup's own tables in the
   * store, and starts sealing days that are older than the configuration keeps open.
   *
   * @throws dev.trueup.error.UnavailableException if a database cannot be reached
   * @throws dev.trueup.error.NotPermittedException if the tables may not be made
   * @throws dev.trueup.error.BadRequestException if a store knows a counter with another zone or
   *     another side
   */
  public synchronized Members members() {
    Members known = members;
    if (known == null) {
      known = exactKinds.members().members();
      if (options.schedule()) {
        background.add(new Chores("trueup-seal", exactKinds.members().chores(known)));
      }
      members = known;
    }
    return known;
  }

  /**
   * The ledgers. The first call opens their databases, makes Trueup's own tables in the store, puts
   * the bounds of the configuration in place, and starts ending reservations whose time is over.
   *
   * @throws dev.trueup.error.UnavailableException if a database cannot be reached
   * @throws dev.trueup.error.NotPermittedException if the tables may not be made
   * @throws dev.trueup.error.BadRequestException if a balance is past its bounds
   */
  public synchronized Ledgers ledgers() {
    Ledgers known = ledgers;
    if (known == null) {
      known = exactKinds.ledgers().ledgers();
      if (options.schedule()) {
        background.add(new Chores("trueup-expiry", exactKinds.ledgers().chores(known)));
      }
      ledgers = known;
    }
    return known;
  }

  /**
   * The counters of events. The first call opens their databases, makes Trueup's own tables in the
   * store, and starts sealing what is older than the retention; where a store has no transactions,
   * it starts recounting too.
   *
   * @throws dev.trueup.error.UnavailableException if a database cannot be reached
   * @throws dev.trueup.error.NotPermittedException if the tables may not be made
   */
  public synchronized Events events() {
    Events known = events;
    if (known == null) {
      known = exactKinds.events().events();
      if (options.schedule()) {
        background.add(
            new Chores("trueup-journal-seal", exactKinds.events().chores(known, options.waiter())));
        List<CounterConfig.Rows> journals = exactKinds.events().managed();
        if (!journals.isEmpty()) {
          journalSchedule = new Schedule(journals, managed, databases, options);
        }
      }
      events = known;
    }
    return known;
  }

  private List<CounterConfig.Rows> managedCounters() {
    return config.counters().values().stream()
        .filter(CounterConfig.Rows.class::isInstance)
        .map(CounterConfig.Rows.class::cast)
        .filter(rows -> rows.layout() == Layout.MANAGED)
        .toList();
  }

  /**
   * Compares counters with their sources and changes nothing.
   *
   * @param names the counters; none: every one that this version can audit
   * @throws dev.trueup.error.TrueupException if it could not run
   */
  public RunReport audit(Collection<String> names, RunOptions run) {
    Instant startedAt = options.clock().instant();
    Selection selection = Selection.of(config, names, exactKinds);
    Map<String, CounterReport> reports = new LinkedHashMap<>();
    selection.with(Layout.MANAGED).forEach(managed::forAudit);
    List<PlacedCounter> placed = adoptedRuns.place(selection.with(Layout.ADOPTED), null);
    for (PlacedCounter counter : placed) {
      reports.put(counter.name(), adoptedRuns.audit(counter, run));
    }
    for (CounterConfig.Rows rows : selection.with(Layout.MANAGED)) {
      reports.put(rows.name(), managedRuns.audit(rows, run).report());
    }
    auditExact(selection, run, reports);
    return report(startedAt, selection, reports, List.of());
  }

  /**
   * Compares counters with their sources and corrects what is proved to be wrong, on record.
   * Counters whose truth Trueup holds itself are audited only.
   *
   * @param names the counters; none: every one that this version can repair
   * @throws dev.trueup.error.TrueupException if it could not run; what was corrected before is on
   *     record
   */
  public RunReport repair(Collection<String> names, RunOptions run) {
    Instant startedAt = options.clock().instant();
    Selection selection = Selection.of(config, names, exactKinds);
    Map<String, CounterReport> reports = new LinkedHashMap<>();
    List<String> repairs = new ArrayList<>();
    List<CounterConfig.Rows> adopted = selection.with(Layout.ADOPTED);
    if (!adopted.isEmpty()) {
      // Found before the store is opened: a wrong name leaves nothing behind.
      adoptedRuns.place(adopted, null);
      List<PlacedCounter> placed = adoptedRuns.place(adopted, databases.sqlLog());
      RepairReport repair = adoptedRuns.repair(placed, run);
      for (int i = 0; i < placed.size(); i++) {
        CounterReport report = AdoptedRuns.report(placed.get(i), repair.counters().get(i));
        reports.put(report.counter(), report);
      }
      if (repair.repairId() != null) {
        repairs.add(repair.repairId());
      }
    }
    for (CounterConfig.Rows rows : selection.with(Layout.MANAGED)) {
      ManagedRuns.Result result = managedRuns.repair(rows, run);
      reports.put(rows.name(), result.report());
      if (result.repairId() != null) {
        repairs.add(result.repairId());
      }
    }
    auditExact(selection, run, reports);
    return report(startedAt, selection, reports, repairs);
  }

  private void auditExact(Selection selection, RunOptions run, Map<String, CounterReport> reports) {
    for (CounterConfig counter : selection.exact()) {
      ExactKind kind = exactKinds.of(counter);
      if (kind != null) {
        reports.put(counter.name(), kind.audit(counter, run));
      }
    }
  }

  private static RunReport report(
      Instant startedAt,
      Selection selection,
      Map<String, CounterReport> reports,
      List<String> repairs) {
    List<CounterReport> ordered = new ArrayList<>();
    for (CounterConfig counter : selection.counters()) {
      CounterReport report = reports.get(counter.name());
      if (report != null) {
        ordered.add(report);
      }
    }
    return new RunReport(startedAt, ordered, repairs, selection.left());
  }

  /**
   * Takes a repair back, correction by correction.
   *
   * @throws dev.trueup.error.BadRequestException if there is no such repair, or it is still running
   */
  public UndoReport undo(String repairId, Watch watch) {
    return new Undos(config, options, databases, adoptedRuns, managed).undo(repairId, watch);
  }

  @Override
  public synchronized void close() {
    try {
      background.forEach(Chores::close);
      background.clear();
      if (journalSchedule != null) {
        journalSchedule.close();
      }
      if (schedule != null) {
        schedule.close();
      }
    } finally {
      databases.close();
    }
  }
}
