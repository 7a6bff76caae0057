package dev.trueup.redis.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Redis;
import dev.trueup.testkit.servers.EmbeddedRedis;
import dev.trueup.testkit.time.RealWaiter;
import io.lettuce.core.MigrateArgs;
import io.lettuce.core.cluster.SlotHash;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A cluster that moves a slot from one node to another while it is written to. */
class ReshardingTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
  private static final int SLOT = SlotHash.getSlot(Keys.head(COUNTER, POST));

  private static Change change(RedisCounterStore store, String fact) {
    return Change.added(COUNTER.name(), POST.key()).fact(fact).at(store.now());
  }

  @Test
  void aChangeWhoseSlotIsOnItsWayWaitsAndIsCountedOnce() throws Exception {
    try (EmbeddedRedis cluster = EmbeddedRedis.cluster();
        Redis redis = Hand.open(cluster);
        Redis impatient = Redis.open(Hand.impatient(cluster.url()))) {
      RedisCounterStore store = Hand.store(redis);
      store.enable(COUNTER);
      RedisCounterStore soonTired = Hand.store(impatient);
      soonTired.enable(COUNTER);
      assertThat(store.accept(COUNTER, List.of(change(store, "before")), false))
          .containsExactly(Outcome.applied());
      int from = owner(cluster);
      int to = (from + 1) % 3;
      begin(cluster, from, to);
      move(cluster, from, to, List.of(Keys.marker(COUNTER, Keys.bucketOf(POST))));
      long before = redis.retried();

      assertThatThrownBy(() -> soonTired.accept(COUNTER, List.of(change(store, "refused")), false))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("TRYAGAIN");
      ExecutorService pool = Executors.newSingleThreadExecutor();
      try {
        Future<List<Outcome>> waiting =
            pool.submit(() -> store.accept(COUNTER, List.of(change(store, "during")), false));
        RealWaiter waiter = new RealWaiter();
        for (int i = 0; i < 500 && redis.retried() == before; i++) {
          waiter.waitFor(Duration.ofMillis(5));
        }
        assertThat(redis.retried()).isGreaterThan(before);
        end(cluster, from, to);
        assertThat(waiting.get(30, TimeUnit.SECONDS)).containsExactly(Outcome.applied());
      } finally {
        pool.shutdownNow();
      }

      assertThat(store.accept(COUNTER, List.of(change(store, "after")), false))
          .containsExactly(Outcome.applied());
      assertThat(
              Hand.stored(store, COUNTER, POST).cells().values().stream().mapToLong(n -> n).sum())
          .isEqualTo(3);
      assertThat(owner(cluster)).isEqualTo(to);
    }
  }

  private static int owner(EmbeddedRedis cluster) {
    for (int node = 0; node < 3; node++) {
      if (Hand.on(cluster.url(node), hand -> hand.clusterCountKeysInSlot(SLOT)) > 0) {
        return node;
      }
    }
    throw new AssertionError("no node has a key of slot " + SLOT);
  }

  private static String id(EmbeddedRedis cluster, int node) {
    return Hand.on(cluster.url(node), hand -> hand.clusterMyId());
  }

  private static void begin(EmbeddedRedis cluster, int from, int to) {
    String source = id(cluster, from);
    String target = id(cluster, to);
    Hand.on(cluster.url(to), hand -> hand.clusterSetSlotImporting(SLOT, source));
    Hand.on(cluster.url(from), hand -> hand.clusterSetSlotMigrating(SLOT, target));
  }

  private static void move(EmbeddedRedis cluster, int from, int to, List<String> keys) {
    int port = URI.create(cluster.url(to)).getPort();
    Hand.on(
        cluster.url(from),
        hand -> hand.migrate("127.0.0.1", port, 0, 5_000, MigrateArgs.Builder.keys(keys)));
  }

  private static void end(EmbeddedRedis cluster, int from, int to) {
    move(
        cluster,
        from,
        to,
        Hand.on(cluster.url(from), hand -> hand.clusterGetKeysInSlot(SLOT, 100)));
    String target = id(cluster, to);
    for (int node : List.of(to, from, (to + 1) % 3)) {
      Hand.on(cluster.url(node), hand -> hand.clusterSetSlotNode(SLOT, target));
    }
  }
}
