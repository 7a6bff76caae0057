package dev.trueup.redis.managed;

import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.io.IOException;
import java.util.List;

class RedisCounterStoreTest extends StoreOnRedis {
  @Override
  EmbeddedRedis start() {
    return EmbeddedRedis.single();
  }

  @Override
  Cuttable cuttable() throws IOException {
    CuttingProxy proxy = CuttingProxy.before(server().url());
    return new Cuttable(proxy.url(), List.of(proxy));
  }
}
