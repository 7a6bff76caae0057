package dev.trueup.redis.managed;

import static dev.trueup.redis.managed.Workers.COUNTER;
import static dev.trueup.redis.managed.Workers.EACH;
import static dev.trueup.redis.managed.Workers.POST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Doubt;
import dev.trueup.counter.Watermark;
import dev.trueup.redis.Redis;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.process.ChildJvm;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A hundred workers add one a hundred times each to one subject that starts at 0. */
class TenThousandTest {
  private static final int WORKERS = 100;
  private static final int PROCESSES = 4;
  private static final int SUM = WORKERS * EACH;

  private final Workers workers = new Workers();

  @Test
  void i3AHundredWorkersAddAHundredEach() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.single();
        Redis redis = Hand.open(server)) {
      play("single", redis);
      assertThat(workers.unknowns).hasValue(0);
      assertThat(workers.applied).hasValue(SUM);
    }
  }

  @Test
  void i3AHundredWorkersAddAHundredEachOnACluster() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.cluster();
        Redis redis = Hand.open(server)) {
      play("cluster", redis);
      assertThat(workers.unknowns).hasValue(0);
      assertThat(workers.applied).hasValue(SUM);
    }
  }

  @Test
  void i5WithAnswersLostOnPurposeAndTheSameIdsSentAgainTheSumIsTheSame() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.single();
        CuttingProxy proxy = CuttingProxy.before(server.url());
        Redis redis = Hand.open(server);
        Redis cuttable = Hand.open(proxy.url())) {
      loseAnswers("answers lost", redis, cuttable, List.of(proxy));
    }
  }

  @Test
  void i5WithAnswersOfAClusterLostOnPurposeTheSumIsTheSame() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.cuttableCluster();
        Redis redis = Hand.open(server)) {
      loseAnswers("cluster, answers lost", redis, redis, server.proxies());
    }
  }

  private void loseAnswers(String title, Redis whole, Redis used, List<CuttingProxy> proxies)
      throws Exception {
    RedisCounterStore store = Hand.store(whole);
    Instant stamp = zero(store);
    proxies.forEach(proxy -> proxy.cut(Cut.AFTER_ITS_ANSWER, "post.comments", 40));
    play(title, used, stamp);
    proxies.forEach(proxy -> proxy.cut(Cut.NOWHERE, "post.comments"));
    int cuts = proxies.stream().mapToInt(CuttingProxy::cuts).sum();
    System.out.println("  connections cut " + cuts);
    assertThat(cuts).isGreaterThan(100);
    assertThat(workers.unknowns).hasValueGreaterThan(100);
    assertThat(workers.applied.get() + workers.duplicates.get()).isEqualTo(SUM);
    requireSum(store);
  }

  @Test
  void i3FourProcessesOfTwentyFiveWorkersAddAHundredEach() throws Exception {
    try (EmbeddedRedis server = EmbeddedRedis.single();
        Redis redis = Hand.open(server)) {
      RedisCounterStore store = Hand.store(redis);
      Instant stamp = zero(store);
      List<ChildJvm> processes = new ArrayList<>();
      try {
        for (int i = 0; i < PROCESSES; i++) {
          int share = WORKERS / PROCESSES;
          processes.add(
              ChildJvm.start(
                  Workers.class,
                  List.of("-Xmx256m"),
                  server.url(),
                  Integer.toString(i * share),
                  Integer.toString((i + 1) * share),
                  stamp.toString()));
        }
        for (ChildJvm process : processes) {
          process.awaitLine("applied ", Duration.ofMinutes(3));
          process.output().stream().filter(line -> line.startsWith("Redis")).forEach(this::print);
          assertThat(process.output()).contains("applied " + SUM / PROCESSES);
        }
      } finally {
        processes.forEach(ChildJvm::close);
      }
      requireSum(store);
    }
  }

  private void print(String line) {
    System.out.println(line);
  }

  /** Installs a base of 0, and gives the stamp of every change: just outside it. */
  private static Instant zero(RedisCounterStore store) {
    store.enable(COUNTER);
    Instant boundary = COUNTER.windows().boundaryFrom(store.now());
    Watermark watermark = new Watermark(boundary, boundary);
    Settlement first =
        new Settlement(POST, null, 0, 0, watermark, Set.of(), Doubt.NONE, false, null);
    assertThat(store.settle(COUNTER, List.of(first))).containsExactly(Settlement.Result.INSTALLED);
    return boundary;
  }

  private void play(String title, Redis redis) throws Exception {
    RedisCounterStore store = Hand.store(redis);
    play(title, redis, zero(store));
    requireSum(store);
  }

  private void play(String title, Redis redis, Instant stamp) throws Exception {
    long began = System.nanoTime();
    workers.run(Hand.store(redis), 0, WORKERS, stamp);
    System.out.println(workers.figures(title, System.nanoTime() - began, redis.retried()));
  }

  private static void requireSum(RedisCounterStore store) {
    assertThat(Hand.stored(store, COUNTER, POST).fastValue()).isEqualTo(SUM);
    assertThat(store.examine(COUNTER, List.of(POST)).values())
        .singleElement()
        .satisfies(examined -> assertThat(examined.changes()).hasSize(SUM));
  }
}
