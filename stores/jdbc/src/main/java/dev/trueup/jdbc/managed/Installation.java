package dev.trueup.jdbc.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.Transaction;
import dev.trueup.repair.RepairEntry;
import dev.trueup.store.Head;
import dev.trueup.store.Settlement;
import dev.trueup.store.Settlement.Result;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Settles: bases installed while their heads are locked, each on its own condition. */
final class Installation {
  private final CounterTable counters;
  private final HeadStore heads;
  private final ChangeTable changes;
  private final CellTable cells;
  private final @Nullable JdbcRepairLog log;

  Installation(
      CounterTable counters,
      HeadStore heads,
      ChangeTable changes,
      CellTable cells,
      @Nullable JdbcRepairLog log) {
    this.counters = counters;
    this.heads = heads;
    this.changes = changes;
    this.cells = cells;
    this.log = log;
  }

  /** Settles a part, in which no subject occurs twice, in one transaction. */
  Map<Subject, Result> settle(Transaction transaction, Counter counter, List<Settlement> part)
      throws SQLException {
    CounterTable.Enabled enabled = counters.enabled(transaction, counter);
    List<Subject> subjects = SubjectOrder.sorted(part.stream().map(Settlement::subject).toList());
    HeadStore.Locked locked = heads.lock(transaction, enabled.id(), subjects);
    Instant now = locked.now().isAfter(enabled.now()) ? locked.now() : enabled.now();
    Map<Subject, Result> results = new HashMap<>();
    Set<Subject> wanted = new HashSet<>();
    for (Settlement settlement : part) {
      LockedHead stored = locked.heads().get(settlement.subject());
      Head head = stored == null ? null : stored.head();
      Result result = settlement.permittedOver(head, enabled.acceptingSince(), now);
      results.put(settlement.subject(), result);
      if (result == Result.INSTALLED && stored == null) {
        wanted.add(settlement.subject());
      }
    }
    if (!wanted.isEmpty()) {
      List<Subject> missing = subjects.stream().filter(wanted::contains).toList();
      Set<Subject> created = new HashSet<>();
      locked.heads().putAll(heads.create(transaction, enabled.id(), missing, created));
      for (Subject subject : missing) {
        if (!created.contains(subject)) {
          results.put(subject, Result.RACE_LOST);
        }
      }
    }
    List<Settlement> permitted =
        part.stream()
            .filter(settlement -> results.get(settlement.subject()) == Result.INSTALLED)
            .toList();
    install(transaction, enabled.id(), counter, permitted, locked.heads(), now);
    return results;
  }

  private void install(
      Transaction transaction,
      int counterId,
      Counter counter,
      List<Settlement> permitted,
      Map<Subject, LockedHead> locked,
      Instant now)
      throws SQLException {
    if (permitted.isEmpty()) {
      return;
    }
    Map<Watermark, List<Subject>> byWatermark = new LinkedHashMap<>();
    for (Settlement settlement : permitted) {
      byWatermark
          .computeIfAbsent(settlement.watermark(), watermark -> new ArrayList<>())
          .add(settlement.subject());
    }
    Map<Subject, List<Change>> dropped = new HashMap<>();
    byWatermark.forEach(
        (watermark, subjects) -> {
          for (Change change : changes.of(transaction, counterId, counter, subjects, watermark)) {
            dropped.computeIfAbsent(change.subject(), s -> new ArrayList<>()).add(change);
          }
        });
    List<HeadStore.Install> installs = new ArrayList<>();
    List<RepairEntry> entries = new ArrayList<>();
    for (Settlement settlement : permitted) {
      LockedHead stored = locked.get(settlement.subject());
      if (stored == null) {
        continue;
      }
      Head head = stored.head();
      boolean marked =
          settlement.leavesMarked(
              counter, dropped.getOrDefault(settlement.subject(), List.of()), head.mark());
      installs.add(
          new HeadStore.Install(
              settlement.subject(),
              new Head.Base(settlement.truth(), settlement.watermark(), now),
              head.version() + 1,
              marked));
      RepairEntry entry = settlement.entry();
      if (entry != null) {
        entries.add(entry);
      }
    }
    heads.install(transaction, counterId, installs);
    byWatermark.forEach(
        (watermark, subjects) -> {
          changes.drop(transaction, counterId, subjects, watermark);
          cells.drop(transaction, counterId, subjects, watermark);
          changes.dropCovered(transaction, counterId, subjects);
        });
    if (log != null) {
      log.record(transaction, entries);
    }
  }
}
