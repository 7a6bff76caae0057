package dev.trueup.mongodb.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.mongodb.MongoSettings;
import dev.trueup.mongodb.TestMongo;
import dev.trueup.mongodb.managed.Workers.Tally;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * A hundred workers add one a hundred times each to one subject, in one process and in four, over
 * lines that hold and over lines that are cut when the server has done its work. Whatever is
 * unknown is sent again under the same id. In the end there are as many as were sent.
 */
class HundredWorkersTest {
  private static final int WORKERS = 100;

  /** The whole proof takes minutes on two cores: an ordinary build plays a tenth of it. */
  private static final int EACH =
      Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 100 : 10;

  private static final long ALL = (long) WORKERS * EACH;

  @Test
  void i3AHundredWorkersInOneProcessCountEachChangeOnce() throws Exception {
    play("one process", 1, 8);
  }

  @Test
  void i3AHundredWorkersInFourProcessesCountEachChangeOnce() throws Exception {
    play("four processes", 4, 8);
  }

  @Test
  void i5WithAnswersCutOffEveryUnknownIsSentAgainAndEachCountsOnce() throws Exception {
    try (TestMongo server = TestMongo.newDatabase();
        CuttingProxy proxy = CuttingProxy.before(server.url())) {
      Workers.prepare(server.url(), 8);
      proxy.cut(Cut.AFTER_ITS_ANSWER, "findAndModify", EACH == 100 ? 60 : 90);
      Tally tally = Workers.run(settings(proxy.url()), 0, WORKERS, EACH, 8);
      report("one process, answers cut", server, tally, proxy.cuts());
      assertEachOnce(server, tally);
      assertThat(proxy.cuts()).isGreaterThan(EACH);
      assertThat(tally.unknown() + tally.ownRetries()).isPositive();
    }
  }

  private static MongoSettings settings(String url) {
    return MongoSettings.of("docs", url, null, null)
        .withConnectionsMax(WORKERS)
        .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(60));
  }

  private static void play(String title, int processes, int shards) throws Exception {
    try (TestMongo server = TestMongo.newDatabase()) {
      Workers.prepare(server.url(), shards);
      Tally tally =
          processes == 1
              ? Workers.run(settings(server.url()), 0, WORKERS, EACH, shards)
              : inProcesses(server.url(), processes, shards);
      report(title + ", " + shards + " shards", server, tally, 0);
      assertEachOnce(server, tally);
      assertThat(tally.unknown()).isZero();
    }
  }

  private static Tally inProcesses(String url, int processes, int shards) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(processes);
    try {
      List<Future<Tally>> running = new ArrayList<>();
      for (int i = 0; i < processes; i++) {
        int first = i * WORKERS / processes;
        running.add(
            pool.submit(() -> WorkersChild.start(url, first, WORKERS / processes, EACH, shards)));
      }
      Tally all = Tally.NONE;
      for (Future<Tally> one : running) {
        all = all.plus(one.get());
      }
      return all;
    } finally {
      pool.shutdownNow();
    }
  }

  private static void assertEachOnce(TestMongo server, Tally tally) {
    assertThat(tally.confirmed()).isEqualTo(ALL);
    assertThat(Workers.finalValue(server.url())).isEqualTo(ALL);
  }

  private static void report(String title, TestMongo server, Tally tally, int cuts) {
    System.out.printf(
        Locale.ROOT,
        "%n%d workers x %d, %s, on %s%n"
            + "  confirmed %d, unknown and sent again %d, final value %d, answers cut %d%n"
            + "  latency ms: median %.1f, 95 %% %.1f, 99 %% %.1f, longest %.1f%n"
            + "  write conflicts at the server %s, lost races %d%n"
            + "  driver retries %s, own retries %d%n",
        WORKERS,
        EACH,
        title,
        server.describe(),
        tally.confirmed(),
        tally.unknown(),
        Workers.finalValue(server.url()),
        cuts,
        tally.latencyMillis(0.5),
        tally.latencyMillis(0.95),
        tally.latencyMillis(0.99),
        tally.latencyMillis(1),
        TestMongo.isReal() ? Workers.serverConflicts(server.url()) : "not observable here",
        tally.races(),
        TestMongo.isReal() ? Long.toString(tally.driverRetries()) : "not observable here",
        tally.ownRetries());
  }
}
