package dev.trueup.redis.managed;

import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.store.CounterStore;
import dev.trueup.store.RepairLog;
import dev.trueup.testkit.compatibility.CounterStoreCompatibility;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The compatibility suite on Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreOnRedis extends CounterStoreCompatibility {
  private EmbeddedRedis server;
  private Redis redis;
  private final RepairLog log = new ModelRepairLog();

  abstract EmbeddedRedis start();

  EmbeddedRedis server() {
    return server;
  }

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
}
