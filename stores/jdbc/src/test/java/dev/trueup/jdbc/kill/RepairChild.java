package dev.trueup.jdbc.kill;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.adopted.AdoptedDatabases;
import dev.trueup.testkit.time.RealWaiter;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** A repair in a JVM of its own. It tells what it has done, and may be killed at any time. */
final class RepairChild {
  private RepairChild() {}

  /** Arguments: URL of the application, URL of the store, user name, password. */
  public static void main(String[] arguments) {
    try (Database app = open("app", arguments[0], arguments)) {
      if (arguments[0].equals(arguments[1])) {
        repair(app, app);
      } else {
        try (Database store = open("store", arguments[1], arguments)) {
          repair(app, store);
        }
      }
    }
  }

  private static Database open(String name, String url, String[] arguments) {
    return Database.open(DatabaseSettings.of(name, url, arguments[2], arguments[3]));
  }

  private static void repair(Database app, Database store) {
    try (JdbcRepairLog log = new JdbcRepairLog(store)) {
      AdoptedDatabases places = new AdoptedDatabases(Map.of(app.name(), app), log);
      RepairReport report =
          new AdoptedRepairs(log, InstantSource.system(), new RealWaiter())
              .repair(
                  List.of(places.place(counter())),
                  RepairOptions.DEFAULT.withRightWait(Duration.ofMinutes(1)),
                  new Telling());
      System.out.println("done " + report.repairId());
    }
  }

  static AdoptedCounter counter() {
    return new AdoptedCounter(
        "post.comments",
        new SourceDefinition(
            "app",
            "comments",
            null,
            null,
            List.of("post_id"),
            null,
            "1",
            null,
            RoundingMode.UNNECESSARY,
            null,
            "id",
            null,
            null,
            null,
            false),
        new TargetDefinition(
            "app", "posts", null, null, List.of("id"), "comment_count", null, true),
        Duration.ofSeconds(30));
  }

  private static final class Telling implements Watch {
    @Override
    public void progress(String counter, Phase phase, long done, long estimate) {
      if (phase == Phase.CORRECTING) {
        System.out.println("corrected " + done + " so far");
      }
    }
  }
}
