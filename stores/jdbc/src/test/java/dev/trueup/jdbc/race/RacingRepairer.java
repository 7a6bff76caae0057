package dev.trueup.jdbc.race;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedFinding;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Verdict;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.adopted.AdoptedDatabases;
import dev.trueup.repair.RepairEntry;
import dev.trueup.testkit.servers.TestDatabase;
import dev.trueup.testkit.time.RealWaiter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** One of several repairers of the same counter, with connections of its own. */
final class RacingRepairer implements AutoCloseable {
  private static final Duration RIGHT_WAIT = Duration.ofMinutes(2);
  private static final int ENTRIES_MAX = 10_000;

  private final AdoptedCounter counter;
  private final Ledger ledger;
  private final Database database;
  private final JdbcRepairLog log;
  private final AdoptedDatabases places;
  private final AdoptedRepairs repairs;

  RacingRepairer(AdoptedCounter counter, TestDatabase test, Ledger ledger) {
    this.counter = counter;
    this.ledger = ledger;
    this.database =
        Database.open(
            DatabaseSettings.of(
                counter.target().datasource(), test.url(), test.username(), test.password()));
    this.log = new JdbcRepairLog(database);
    this.places = new AdoptedDatabases(Map.of(database.name(), database), log);
    this.repairs = new AdoptedRepairs(log, InstantSource.system(), new RealWaiter());
  }

  Database database() {
    return database;
  }

  /** Repairs once and tells the ledger; returns how many hot subjects were undecided. */
  long repair(RepairOptions options) {
    PlacedCounter placed = places.place(counter);
    RepairReport report =
        repairs.repair(List.of(placed), options.withRightWait(RIGHT_WAIT), Watch.NONE);
    String id = report.repairId();
    if (id != null) {
      log.entries(id, null, null, ENTRIES_MAX).forEach(this::tell);
    }
    return report.counters().get(0).found().listed().stream()
        .filter(finding -> finding.verdict() == Verdict.UNDECIDED)
        .filter(RacingRepairer::isHot)
        .count();
  }

  private void tell(RepairEntry entry) {
    int subject = Integer.parseInt(entry.subject().key());
    switch (entry.state()) {
      case APPLIED ->
          ledger.corrected(
              subject, entry.correction() == null ? 0 : entry.correction().longValueExact());
      case NOT_APPLIED -> ledger.notApplied();
      default -> ledger.fault("Subject " + subject + " is on record as " + entry.state());
    }
  }

  private static boolean isHot(AdoptedFinding finding) {
    return Integer.parseInt(finding.subject().key()) <= Forum.HOT;
  }

  @Override
  public void close() {
    log.close();
    database.close();
  }
}
