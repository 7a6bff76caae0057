package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.MongoSettings;
import dev.trueup.mongodb.RetryCounts;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.store.Settlement;
import dev.trueup.store.StoredSubject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;

/** Workers that all write to one subject. */
final class Workers {
  static final Counter COUNTER =
      new Counter("post.likes", new Windows(Duration.ofSeconds(1)), Duration.ofHours(1), false);
  private static final Subject POST = new Subject("42");
  private static final int SENDS_MAX = 50;

  private Workers() {}

  /** What workers met. */
  record Tally(
      long confirmed,
      long unknown,
      long races,
      long driverRetries,
      long ownRetries,
      List<Long> nanos) {
    static final Tally NONE = new Tally(0, 0, 0, 0, 0, List.of());

    Tally plus(Tally other) {
      List<Long> both = new ArrayList<>(nanos);
      both.addAll(other.nanos);
      return new Tally(
          confirmed + other.confirmed,
          unknown + other.unknown,
          races + other.races,
          driverRetries + other.driverRetries,
          ownRetries + other.ownRetries,
          both);
    }

    double latencyMillis(double share) {
      List<Long> sorted = nanos.stream().sorted().toList();
      return sorted.get((int) Math.min(sorted.size() - 1, (long) (share * sorted.size()))) / 1e6;
    }
  }

  /** Enables the counter and gives the subject a base of zero. */
  static void prepare(String url, int shards) {
    try (DocumentDatabase database = open(url)) {
      MongoCounterStore store = new MongoCounterStore(database, shards);
      store.enable(COUNTER);
      Instant since = COUNTER.windows().boundaryFrom(store.acceptingSince(COUNTER));
      store.settle(
          COUNTER,
          List.of(
              new Settlement(
                  POST,
                  null,
                  0,
                  0,
                  new Watermark(since, since),
                  Set.of(),
                  Doubt.NONE,
                  false,
                  null)));
    }
  }

  private static DocumentDatabase open(String url) {
    return TestMongo.open(MongoSettings.of("docs", url, null, null));
  }

  static long finalValue(String url) {
    try (DocumentDatabase database = open(url)) {
      return new MongoCounterStore(database, 1)
          .read(COUNTER, List.of(POST))
          .getOrDefault(POST, new StoredSubject(null, Map.of()))
          .fastValue();
    }
  }

  static String serverConflicts(String url) {
    try (DocumentDatabase database = open(url)) {
      Document status = database.database().runCommand(new Document("serverStatus", 1));
      Document metrics = status.get("metrics", Document.class);
      return String.valueOf(metrics.get("operation", Document.class).get("writeConflicts"));
    }
  }

  static Tally run(MongoSettings settings, int first, int workers, int each, int shards)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(workers);
    try (DocumentDatabase database = TestMongo.open(settings)) {
      MongoCounterStore store = new MongoCounterStore(database, shards);
      // In windows after the base's, also where the workers are faster than the clock.
      Instant start = store.now().plusSeconds(2);
      List<Future<Tally>> running = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        int worker = first + i;
        running.add(pool.submit(() -> work(store, start, worker, each)));
      }
      Tally all = Tally.NONE;
      for (Future<Tally> one : running) {
        all = all.plus(one.get());
      }
      RetryCounts counts = database.retryCounts();
      return new Tally(
          all.confirmed(),
          all.unknown(),
          counts.races(),
          counts.driver(),
          counts.own(),
          all.nanos());
    } finally {
      pool.shutdownNow();
    }
  }

  private static Tally work(MongoCounterStore store, Instant start, int worker, int each) {
    long confirmed = 0;
    long unknown = 0;
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < each; i++) {
      Change change =
          Change.added(COUNTER.name(), POST.key())
              .fact(worker + "-" + i)
              .at(start.plusMillis(397L * i));
      long began = System.nanoTime();
      boolean done = false;
      for (int send = 0; send < SENDS_MAX && !done; send++) {
        try {
          Outcome.Kind kind = store.accept(COUNTER, List.of(change), false).get(0).kind();
          done = kind == Outcome.Kind.APPLIED || kind == Outcome.Kind.DUPLICATE;
        } catch (AnswerLostException | UnavailableException e) {
          unknown++;
        }
      }
      nanos.add(System.nanoTime() - began);
      confirmed += done ? 1 : 0;
    }
    return new Tally(confirmed, unknown, 0, 0, 0, nanos);
  }
}
