package dev.trueup;

import dev.trueup.config.CounterConfig;
import dev.trueup.config.Datasource;
import dev.trueup.counter.Counter;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.redis.managed.RedisCounterStore;
import dev.trueup.store.CounterStore;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Managed counters in Redis; their record of repairs is in the store of the configuration. */
final class RedisCounterStores implements CounterStores {
  private final Databases databases;
  private final RandomGenerator random;

  RedisCounterStores(Databases databases, RandomGenerator random) {
    this.databases = databases;
    this.random = random;
  }

  @Override
  public Datasource.Kind kind() {
    return Datasource.Kind.REDIS;
  }

  @Override
  public CounterStore open(CounterConfig.Rows rows) {
    return store(rows.store());
  }

  @Override
  public Optional<CounterStore> existing(CounterConfig.Rows rows, Counter counter) {
    RedisCounterStore store = store(rows.store());
    return store.isEnabled(counter) ? Optional.of(store) : Optional.empty();
  }

  private RedisCounterStore store(@Nullable String datasource) {
    if (datasource == null) {
      throw new BrokenInvariantException("Redis cannot be the store of a whole configuration.");
    }
    return new RedisCounterStore(databases.redis(datasource), random);
  }
}
