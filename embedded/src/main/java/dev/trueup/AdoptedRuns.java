package dev.trueup;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedFinding;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.config.CounterConfig;
import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.config.Datasource;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.adopted.AdoptedDatabases;
import dev.trueup.jdbc.adopted.JdbcCountedRows;
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
      Datasource.Kind kind = kind(rows);
      if (kind != Datasource.Kind.MONGODB) {
        used.put(rows.source().datasource(), databases.user(rows.source().datasource()));
      }
      if (kind == Datasource.Kind.JDBC) {
        TargetDefinition target = target(rows);
        used.put(target.datasource(), databases.user(target.datasource()));
      }
    }
    AdoptedDatabases adopted = new AdoptedDatabases(used, log);
    List<PlacedCounter> placed = new ArrayList<>();
    for (CounterConfig.Rows rows : counters) {
      AdoptedCounter counter =
          new AdoptedCounter(rows.name(), rows.source(), target(rows), rows.settle());
      placed.add(
          switch (kind(rows)) {
            case JDBC -> adopted.place(counter);
            case REDIS -> placeInRedis(counter);
            case MONGODB ->
                MongoPlaces.place(
                    counter,
                    databases.documents(counter.source().datasource()),
                    databases.documents(counter.target().datasource()));
          });
    }
    return placed;
  }

  private PlacedCounter placeInRedis(AdoptedCounter counter) {
    Database rows = databases.user(counter.source().datasource());
    return new PlacedCounter(
        counter,
        new RedisAdoptedPlace(
            counter,
            new JdbcCountedRows(counter, rows),
            databases.redis(counter.target().datasource())));
  }

  /** The family that the number is in; documents are counted for MongoDB alone, and the reverse. */
  private Datasource.Kind kind(CounterConfig.Rows rows) {
    Datasource.Kind source = databases.kindOf(rows.source().datasource());
    Datasource.Kind target = databases.kindOf(target(rows).datasource());
    boolean documents = source == Datasource.Kind.MONGODB;
    if (documents != (target == Datasource.Kind.MONGODB)) {
      throw new BadRequestException(
          "Counter "
              + rows.name()
              + " counts what is in "
              + source.words()
              + " and is kept in "
              + target.words()
              + ". Nothing was changed. An adopted counter has rows and number in MongoDB both, or"
              + " neither.");
    }
    return target;
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
