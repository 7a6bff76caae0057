package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Windows;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.compatibility.CounterStoreCompatibility;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The compatibility suite on Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreOnRedis extends CounterStoreCompatibility {
  private EmbeddedRedis server;
  private Redis redis;
  private final RepairLog log = new ModelRepairLog();
  private final List<AutoCloseable> opened = new ArrayList<>();

  abstract EmbeddedRedis start();

  EmbeddedRedis server() {
    return server;
  }

  /** The way to the server whose lines can be cut, and what cuts them. */
  abstract Cuttable cuttable() throws IOException;

  /**
   * A way to the server.
   *
   * @param url where a client begins
   * @param proxies all that its commands go through
   */
  record Cuttable(String url, List<CuttingProxy> proxies) {}

  @BeforeAll
  void openRedis() {
    server = start();
    redis = Redis.open(RedisSettings.of("cache", server.url(), null, null));
  }

  @AfterAll
  void closeRedis() {
    redis.close();
    server.close();
  }

  @Override
  protected CounterStore openStore() {
    return new RedisCounterStore(redis, RandomGenerator.getDefault());
  }

  @Override
  protected RepairLog repairLog() {
    return log;
  }

  @Override
  protected Optional<CounterStore> openStoreLosingAnswers() {
    try {
      Cuttable way = cuttable();
      Redis losing = Redis.open(RedisSettings.of("losing", way.url(), null, null));
      opened.add(losing);
      RedisCounterStore store = new RedisCounterStore(losing, RandomGenerator.getDefault());
      warmUp(store);
      way.proxies().forEach(proxy -> proxy.cutOnce(Cut.AFTER_ITS_ANSWER, "EVALSHA"));
      opened.add(() -> way.proxies().forEach(proxy -> proxy.cut(Cut.NOWHERE, "EVALSHA")));
      return Optional.of(store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every server has to know the script: its answer that it does not is nothing to lose. */
  private static void warmUp(RedisCounterStore store) {
    Counter other =
        new Counter("warm.up", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
    store.enable(other);
    Instant at = store.now();
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      changes.add(Change.added("warm.up", "s" + i).fact("f" + at).at(at));
    }
    store.accept(other, changes, false);
  }

  @AfterEach
  void closeWhatWasOpened() throws Exception {
    for (AutoCloseable one : opened) {
      one.close();
    }
    opened.clear();
  }
}
