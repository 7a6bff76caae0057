package dev.trueup;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedFinding;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.Datasource;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.adopted.AdoptedDatabases;
import dev.trueup.jdbc.adopted.JdbcCountedRows;
import dev.trueup.mongodb.adopted.MongoCountedRows;
import dev.trueup.mongodb.adopted.MongoPlaces;
import dev.trueup.redis.adopted.RedisAdoptedPlace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Audits and repairs of adopted counters. */
final class AdoptedRuns {
  private final TrueupOptions options;
  private final Databases databases;

  AdoptedRuns(TrueupOptions options, Databases databases) {
    this.options = options;
    this.databases = databases;
  }

  /** Finds each counter's tables, columns and types; nothing is audited before all are there. */
  List<PlacedCounter> place(List<CounterConfig.Rows> counters, @Nullable JdbcRepairLog log) {
    Map<String, Database> used = new HashMap<>();
    for (CounterConfig.Rows rows : counters) {
      for (String name : List.of(rows.source().datasource(), target(rows).datasource())) {
        if (databases.kindOf(name) == Datasource.Kind.JDBC) {
          used.put(name, databases.user(name));
        }
      }
    }
    AdoptedDatabases adopted = new AdoptedDatabases(used, log);
    List<PlacedCounter> placed = new ArrayList<>();
    for (CounterConfig.Rows rows : counters) {
      placed.add(
          place(
              new AdoptedCounter(rows.name(), rows.source(), target(rows), rows.settle()),
              adopted));
    }
    return placed;
  }

  /** Rows and number may each be in any family; in one SQL database they are read together. */
  private PlacedCounter place(AdoptedCounter counter, AdoptedDatabases adopted) {
    String target = counter.target().datasource();
    return switch (databases.kindOf(target)) {
      case JDBC ->
          databases.kindOf(counter.source().datasource()) == Datasource.Kind.JDBC
              ? adopted.place(counter)
              : adopted.place(counter, rows(counter));
      case REDIS ->
          new PlacedCounter(
              counter, new RedisAdoptedPlace(counter, rows(counter), databases.redis(target)));
      case MONGODB -> MongoPlaces.place(counter, rows(counter), databases.documents(target));
    };
  }

  private CountedRows rows(AdoptedCounter counter) {
    String source = counter.source().datasource();
    return databases.kindOf(source) == Datasource.Kind.MONGODB
        ? new MongoCountedRows(counter, databases.documents(source))
        : new JdbcCountedRows(counter, databases.user(source));
  }

  private static TargetDefinition target(CounterConfig.Rows rows) {
    TargetDefinition target = rows.target();
    if (target == null) {
      throw new BrokenInvariantException(
          "Counter " + rows.name() + " is adopted and has no target.");
    }
    return target;
  }

  CounterReport audit(PlacedCounter counter, RunOptions run) {
    Worst worst = new Worst(run.listedMax());
    AuditReport report =
        AdoptedAudits.audit(
            counter.counter(),
            counter.place(),
            run.listedMax(),
            finding -> {
              if (finding.drifted()) {
                worst.add(asReport(finding));
              }
            },
            run.watch());
    return report(counter, report, worst.list(), 0, 0);
  }

  RepairReport repair(List<PlacedCounter> counters, RunOptions run) {
    RepairOptions how =
        RepairOptions.DEFAULT.withOffline(run.offline()).withListedMax(run.listedMax());
    return repairs().repair(counters, how, run.watch());
  }

  AdoptedRepairs repairs() {
    return new AdoptedRepairs(databases.log(), options.clock(), options.waiter());
  }

  static CounterReport report(PlacedCounter counter, RepairReport.CounterRepair repair) {
    Worst worst = new Worst(Integer.MAX_VALUE);
    repair.found().drifts().forEach(finding -> worst.add(asReport(finding)));
    return report(counter, repair.found(), worst.list(), repair.corrected(), repair.refused());
  }

  private static CounterReport report(
      PlacedCounter counter,
      AuditReport report,
      List<SubjectReport> drifts,
      long corrected,
      long refused) {
    List<String> notes = new ArrayList<>(report.notes());
    if (report.factsWithoutSubject() > 0) {
      notes.add(
          "Rows that count and name no subject were left out: "
              + report.factsWithoutSubject()
              + ".");
    }
    return new CounterReport(
        report.counter(),
        "rows",
        Layout.ADOPTED,
        isDecimal(counter),
        report.subjects(),
        report.drifted(),
        report.net(),
        report.absolute(),
        report.undecided(),
        corrected,
        refused,
        report.verdicts(),
        drifts,
        report.listed().stream().map(AdoptedRuns::asReport).toList(),
        null,
        notes);
  }

  private static boolean isDecimal(PlacedCounter counter) {
    Integer compared = counter.counter().source().scale();
    Integer stored = counter.place().capacity().scale();
    return (compared != null && compared > 0) || (stored != null && stored > 0);
  }

  private static SubjectReport asReport(AdoptedFinding finding) {
    return new SubjectReport(
        finding.subject(),
        null,
        finding.verdict(),
        finding.stored(),
        finding.counted(),
        finding.truth(),
        finding.drift());
  }
}
