package dev.trueup.redis.managed;

import dev.trueup.testkit.servers.EmbeddedRedis;

/** Nodes of a cluster tell the driver where they are: no proxy can stand between. */
class RedisClusterCounterStoreTest extends StoreOnRedis {
  @Override
  EmbeddedRedis start() {
    return EmbeddedRedis.cluster();
  }
}
