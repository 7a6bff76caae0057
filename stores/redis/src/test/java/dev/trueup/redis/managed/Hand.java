package dev.trueup.redis.managed;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.store.CounterStore;
import dev.trueup.store.StoredSubject;
import dev.trueup.testkit.servers.EmbeddedRedis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The hand of an administrator on a server, and stores on it. */
final class Hand {
  private Hand() {}

  /** Does something to a server beside Trueup. */
  static <T> T on(String url, Function<RedisCommands<String, String>, T> work) {
    RedisClient client = RedisClient.create(url);
    try {
      return work.apply(client.connect().sync());
    } finally {
      client.shutdown();
    }
  }

  static Redis open(EmbeddedRedis server) {
    return open(server.url());
  }

  static Redis open(String url) {
    return Redis.open(RedisSettings.of("cache", url, null, null));
  }

  /** One that gives up soon. */
  static RedisSettings impatient(String url) {
    return RedisSettings.of("cache", url, null, null)
        .withTimeout(Duration.ofMillis(700))
        .withRetries(new RedisSettings.Retries(3, Duration.ofMillis(10), Duration.ofMillis(50)));
  }

  /** What is stored of a subject that is known. */
  static StoredSubject stored(CounterStore store, Counter counter, Subject subject) {
    return Objects.requireNonNull(store.read(counter, List.of(subject)).get(subject));
  }

  /** The head of a subject as a store would remember it. */
  static StoredHead seen(Redis redis, Counter counter, Subject subject) {
    String key = Keys.head(counter, subject);
    return StoredHead.of(redis.ask("look", commands -> commands.hgetall(key)));
  }

  static RedisCounterStore store(Redis redis) {
    return new RedisCounterStore(redis, RandomGenerator.getDefault());
  }
}
