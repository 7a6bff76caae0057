package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Windows;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.store.CounterStore;
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
import org.junit.jupiter.api.AfterEach;

class RedisCounterStoreTest extends StoreOnRedis {
  private final List<AutoCloseable> cuttable = new ArrayList<>();

  @Override
  EmbeddedRedis start() {
    return EmbeddedRedis.single();
  }

  @Override
  protected Optional<CounterStore> openStoreLosingAnswers() {
    try {
      CuttingProxy proxy = CuttingProxy.before(server().url());
      Redis losing = Redis.open(RedisSettings.of("losing", proxy.url(), null, null));
      cuttable.add(losing);
      cuttable.add(proxy);
      RedisCounterStore store = new RedisCounterStore(losing, RandomGenerator.getDefault());
      // The server has to know the script: its answer that it does not is nothing to lose.
      Counter other =
          new Counter(
              "warm.up", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
      store.enable(other);
      Instant at = store.now();
      store.accept(other, List.of(Change.added("warm.up", "1").fact("f" + at).at(at)), false);
      proxy.cut(Cut.AFTER_ITS_ANSWER, "EVALSHA");
      return Optional.of(store);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @AfterEach
  void closeCuttable() throws Exception {
    for (AutoCloseable one : cuttable) {
      one.close();
    }
    cuttable.clear();
  }
}
