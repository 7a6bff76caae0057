package dev.trueup.jdbc.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.jdbc.Schema;
import dev.trueup.members.Members;
import dev.trueup.members.Relation;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Many threads follow and unfollow in opposite directions on PostgreSQL. {@code
 * -Dtrueup.members.seconds=N} says for how long; with {@code TRUEUP_FULL_PROOFS=true} it is a
 * minute.
 */
class OppositeFollowsTest {
  private static final int THREADS = 32;
  private static final int USERS = 12;
  private static final int SECONDS =
      Integer.getInteger(
          "trueup.members.seconds",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 60 : 3);

  @Test
  void thirtyTwoThreadsInOppositeDirectionsCauseNoDeadlockAtAll() throws Exception {
    try (TestDatabase server = Servers.of(DatabaseKind.POSTGRESQL).newDatabase()) {
      long before = deadlocks(server);
      List<Long> micros = new ArrayList<>();
      long retried;
      try (Database database =
          Database.open(OnEveryDatabase.settings(server).withConnectionsMax(THREADS + 2))) {
        Schema.migrate(database);
        Relation follows = Relation.between("user.followers", "user.following");
        JdbcMemberStore store = new JdbcMemberStore(database);
        store.enable(follows);
        Members members = new Members(Map.of(follows, store), List.of());
        for (long[] latencies : atOnce(members, store)) {
          Arrays.stream(latencies).forEach(micros::add);
        }
        retried = database.retried();
        for (String counter : List.of("user.followers", "user.following")) {
          assertThat(members.upkeep().audit(counter).run(9).drifts()).isEmpty();
          for (int user = 0; user < USERS; user++) {
            assertThat(members.readings().count(counter, "u" + user, null))
                .isEqualTo(
                    members.readings().members(counter, "u" + user, null, null, 1_000).size());
          }
        }
      }
      print(micros);
      assertThat(deadlocks(server)).as("deadlocks told by PostgreSQL").isEqualTo(before);
      assertThat(retried).as("transactions that were run again").isZero();
    }
  }

  private static List<long[]> atOnce(Members members, JdbcMemberStore store) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<long[]>> calls = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        calls.add(() -> toggle(members, store, thread, end));
      }
      List<long[]> all = new ArrayList<>();
      for (Future<long[]> future : threads.invokeAll(calls)) {
        all.add(future.get());
      }
      return all;
    } finally {
      threads.shutdownNow();
    }
  }

  private static long[] toggle(Members members, JdbcMemberStore store, int thread, long end) {
    SplittableRandom random = new SplittableRandom(thread);
    List<Long> micros = new ArrayList<>();
    while (System.nanoTime() < end) {
      int one = random.nextInt(USERS);
      int other = (one + 1 + random.nextInt(USERS - 1)) % USERS;
      // Half of the threads speak from the other side, so that pairs meet in opposite directions.
      String counter = thread % 2 == 0 ? "user.followers" : "user.following";
      var now = store.now();
      long start = System.nanoTime();
      Outcome outcome =
          random.nextInt(5) < 3
              ? members.add(counter, "u" + one, "u" + other, now)
              : members.remove(counter, "u" + one, "u" + other, now);
      micros.add((System.nanoTime() - start) / 1_000);
      assertThat(outcome.kind()).isNotIn(Outcome.Kind.UNKNOWN, Outcome.Kind.REJECTED);
    }
    return micros.stream().mapToLong(Long::longValue).toArray();
  }

  private static void print(List<Long> micros) {
    long[] sorted = micros.stream().mapToLong(Long::longValue).sorted().toArray();
    assertThat(sorted.length).isGreaterThan(THREADS);
    StringBuilder line =
        new StringBuilder(
            sorted.length + " operations by " + THREADS + " threads in " + SECONDS + " s;");
    for (double share : new double[] {0.5, 0.9, 0.99, 0.999}) {
      line.append(" p").append(share * 100).append(' ');
      line.append(sorted[(int) (share * (sorted.length - 1))]).append(" us;");
    }
    System.out.println(line.append(" longest ").append(sorted[sorted.length - 1]).append(" us"));
  }

  /** Backends tell their numbers when they end at the latest, so the pool is closed before. */
  private static long deadlocks(TestDatabase server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")) {
      row.next();
      return row.getLong(1);
    }
  }
}
