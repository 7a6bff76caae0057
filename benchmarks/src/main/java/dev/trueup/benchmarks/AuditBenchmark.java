package dev.trueup.benchmarks;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.adopted.AdoptedDatabases;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An unpaced audit of an adopted counter against the bare GROUP BY of the same rows. */
final class AuditBenchmark {
  private static final int PLANTED = 1_000;
  private static final int LISTED_MAX = 100;

  private AuditBenchmark() {}

  static void run(Options options) throws Exception {
    int subjects = options.number("subjects", 1_000_000);
    int rows = options.number("rows", 10_000_000);
    int runs = options.number("runs", 5);
    boolean clustered = options.has("clustered");
    try (TestDatabase test = Servers.durablePostgresql().newDatabase();
        Database database =
            Database.open(
                DatabaseSettings.of("app", test.url(), test.username(), test.password()))) {
      Forum forum = new Forum(test, subjects, rows, clustered);
      Times filling = new Times("filling the tables");
      filling.measure(forum::fill);
      System.err.println(filling);
      forum.plantErrors(PLANTED);
      PlacedCounter counter =
          new AdoptedDatabases(Map.of(database.name(), database), null).place(counter());
      Times read = new Times("GROUP BY, every group read");
      Times counted = new Times("GROUP BY, groups counted");
      Times audit = new Times("audit");
      // The first round warms the caches of the machine, the server and the JVM.
      for (int round = 0; round <= runs; round++) {
        Times.Measured audited = () -> requirePlanted(counter, subjects);
        if (round == 0) {
          forum.groupBy();
          audited.run();
        } else {
          read.measure(forum::groupBy);
          audit.measure(audited);
          counted.measure(forum::groupByCounted);
        }
        System.err.println("round " + round + " of " + runs);
      }
      System.out.printf(
          Locale.ROOT,
          "PostgreSQL as installed; %,d subjects over %,d rows, %s; warm; heap %d MB; in turns%n",
          subjects,
          rows,
          clustered ? "clustered by subject" : "not clustered (scattered)",
          Runtime.getRuntime().maxMemory() >> 20);
      List.of(read, counted, audit).forEach(System.out::println);
      System.out.printf(
          Locale.ROOT,
          "audit against GROUP BY: %.2f times (every group read), %.2f times (groups counted)%n",
          audit.medianSeconds() / read.medianSeconds(),
          audit.medianSeconds() / counted.medianSeconds());
    }
  }

  /** An audit that is fast and wrong is not worth a figure. */
  private static void requirePlanted(PlacedCounter counter, int subjects) {
    AuditReport report = AdoptedAudits.audit(counter.counter(), counter.place(), LISTED_MAX);
    if (report.drifted() != PLANTED || report.subjects() != subjects) {
      throw new IllegalStateException(
          "The audit found " + report.drifted() + " of " + report.subjects() + " wrong.");
    }
  }

  private static AdoptedCounter counter() {
    return new AdoptedCounter(
        "post.comments",
        new SourceDefinition(
            "app",
            "comments",
            null,
            null,
            List.of("post_id"),
            "status = 'approved'",
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
            "app", "posts", null, null, List.of("id"), "comment_count", null, false),
        Duration.ofSeconds(30));
  }
}
