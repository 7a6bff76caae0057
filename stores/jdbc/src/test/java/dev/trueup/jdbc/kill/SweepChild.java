package dev.trueup.jdbc.kill;

import dev.trueup.counter.Counter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Windows;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.jdbc.managed.JdbcFactSource;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.testkit.time.RealWaiter;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;

/** A sweep in a JVM of its own. It tells what it has done, and may be killed at any time. */
final class SweepChild {
  static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Duration.ofMillis(50)), Duration.ofMillis(100), false);

  static final SourceDefinition SOURCE =
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
          "created_at",
          null,
          null,
          false);

  /** Small rounds, so that there are many moments to be killed in. */
  static final Reconciler.Limits LIMITS =
      new Reconciler.Limits(20, 40, Duration.ofSeconds(10), 100);

  private SweepChild() {}

  /** Arguments: URL of application and store, twice, user name, password. */
  public static void main(String[] arguments) {
    try (Database database =
            Database.open(DatabaseSettings.of("app", arguments[0], arguments[2], arguments[3]));
        JdbcRepairLog log = new JdbcRepairLog(database);
        CounterStore store = new JdbcCounterStore(database, log, new Random())) {
      store.enable(COUNTER);
      reconciler(database, store, log)
          .sweep(
              finding -> System.out.println("judged " + finding.subject().key() + " now"),
              progress -> System.out.println("settled " + progress.subjectsDone() + " so far"));
      System.out.println("done");
    }
  }

  static Reconciler reconciler(Database database, CounterStore store, JdbcRepairLog log) {
    RealWaiter waiter = new RealWaiter();
    return new Reconciler(
        COUNTER,
        store,
        new JdbcFactSource(database, SOURCE, JdbcFactSource.STATEMENT_DEFAULT),
        log,
        InstantSource.system(),
        waiter,
        new Pace(waiter),
        LIMITS);
  }
}
