package dev.trueup.redis.managed;

import dev.trueup.testkit.servers.EmbeddedRedis;

class RedisClusterCounterStoreTest extends StoreOnRedis {
  @Override
  EmbeddedRedis start() {
    return EmbeddedRedis.cuttableCluster();
  }

  @Override
  Cuttable cuttable() {
    return new Cuttable(server().url(), server().proxies());
  }
}
