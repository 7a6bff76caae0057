package dev.trueup.benchmarks;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Windows;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.Schema;
import dev.trueup.jdbc.managed.JdbcCounterStore;
import dev.trueup.store.CounterStore;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The hot path of a managed counter, which is idempotent, against a plain {@code UPDATE … SET c = c
 * + 1}, which is not. Both on one PostgreSQL with fsync on, in turns.
 */
final class WriteBenchmark {
  private static final String COUNTER = "post.comments";
  private static final int BATCH = 100;

  private final Options options;
  private final int subjects;
  private final AtomicLong facts = new AtomicLong();

  private WriteBenchmark(Options options) {
    this.options = options;
    this.subjects = options.number("subjects", 10_000);
  }

  static void run(Options options) throws Exception {
    new WriteBenchmark(options).run();
  }

  private void run() throws Exception {
    int threads = options.number("threads", 4);
    int rounds = options.number("runs", 5);
    int seconds = options.number("seconds", 5);
    Counter counter =
        new Counter(COUNTER, new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
    try (TestDatabase test = Servers.durablePostgresql().newDatabase();
        Database database =
            Database.open(
                DatabaseSettings.of("store", test.url(), test.username(), test.password()));
        CounterStore store = new JdbcCounterStore(database, null, new Random())) {
      prepare(test);
      Schema.migrate(database);
      store.enable(counter);
      Rates plain = new Rates("UPDATE c = c + 1");
      Rates single = new Rates("managed, one change a call");
      Rates batched = new Rates("managed, " + BATCH + " changes a call");
      try (PlainUpdates updates = new PlainUpdates(test, subjects)) {
        for (int round = 0; round < rounds; round++) {
          plain.measure(threads, seconds, updates::worker);
          single.measure(threads, seconds, thread -> managed(store, counter, thread, 1));
          batched.measure(threads, seconds, thread -> managed(store, counter, thread, BATCH));
          System.err.println("round " + (round + 1) + " of " + rounds);
        }
      }
      print(threads, seconds, rounds, plain, single, batched);
    }
  }

  private void print(
      int threads, int seconds, int rounds, Rates plain, Rates single, Rates batched) {
    System.out.printf(
        Locale.ROOT,
        "PostgreSQL with fsync on; %,d subjects, %d threads, %d rounds of %d s each, in turns;"
            + " heap %d MB%n",
        subjects,
        threads,
        rounds,
        seconds,
        Runtime.getRuntime().maxMemory() >> 20);
    System.out.println(plain);
    System.out.println(single);
    System.out.println(batched);
    System.out.printf(
        Locale.ROOT,
        "managed against plain: %.2f times the rate one by one, %.2f times in batches%n",
        single.median() / plain.median(),
        batched.median() / plain.median());
  }

  private void prepare(TestDatabase database) {
    database.execute(
        "CREATE TABLE posts (id bigint PRIMARY KEY, comment_count bigint NOT NULL)",
        "INSERT INTO posts SELECT n, 0 FROM generate_series(1, " + subjects + ") AS n",
        "VACUUM (ANALYZE) posts");
  }

  private Rates.Work managed(CounterStore store, Counter counter, int thread, int size) {
    Random random = new Random(thread);
    return () -> {
      List<Change> changes = new ArrayList<>(size);
      Instant now = Instant.now();
      for (int i = 0; i < size; i++) {
        changes.add(
            Change.added(COUNTER, Integer.toString(1 + random.nextInt(subjects)))
                .fact(Long.toString(facts.incrementAndGet()))
                .at(now));
      }
      for (Outcome outcome : store.accept(counter, changes, false)) {
        if (outcome.kind() != Outcome.Kind.APPLIED) {
          throw new IllegalStateException("A change was not applied: " + outcome);
        }
      }
      return size;
    };
  }

  /** A connection and a prepared statement for each thread, kept for all rounds. */
  private static final class PlainUpdates implements AutoCloseable {
    private final TestDatabase database;
    private final int subjects;
    // Guarded by itself.
    private final List<Connection> connections = new ArrayList<>();

    PlainUpdates(TestDatabase database, int subjects) {
      this.database = database;
      this.subjects = subjects;
    }

    Rates.Work worker(int thread) throws SQLException {
      Connection connection = database.connect();
      synchronized (connections) {
        connections.add(connection);
      }
      Random random = new Random(thread);
      PreparedStatement update =
          connection.prepareStatement(
              "UPDATE posts SET comment_count = comment_count + 1 WHERE id = ?");
      return () -> {
        update.setLong(1, 1 + random.nextInt(subjects));
        return update.executeUpdate();
      };
    }

    @Override
    public void close() throws SQLException {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }
}
