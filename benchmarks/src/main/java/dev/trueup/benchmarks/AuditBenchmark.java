package dev.trueup.benchmarks;

import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;

/** An unpaced audit of an adopted counter against the bare GROUP BY of the same rows. */
final class AuditBenchmark {
  private AuditBenchmark() {}

  static void run(Options options) throws Exception {
    int subjects = options.number("subjects", 1_000_000);
    int rows = options.number("rows", 10_000_000);
    int runs = options.number("runs", 5);
    boolean clustered = options.has("clustered");
    try (TestDatabase database = Servers.durablePostgresql().newDatabase()) {
      Forum forum = new Forum(database, subjects, rows, clustered);
      Times fill = new Times("filling");
      fill.measure(forum::fill);
      System.out.println(fill);
      Times groupBy = new Times("GROUP BY");
      for (int i = 0; i < runs; i++) {
        groupBy.measure(forum::groupBy);
        System.out.println(groupBy);
      }
    }
  }
}
