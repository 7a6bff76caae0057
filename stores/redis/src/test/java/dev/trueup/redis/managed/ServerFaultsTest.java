package dev.trueup.redis.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are down, refuse, have no memory left, forgot a script, or hold something else. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerFaultsTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);

  private EmbeddedRedis server;
  private Redis redis;
  private RedisCounterStore store;

  @BeforeAll
  void start() {
    server = EmbeddedRedis.single();
    redis = Hand.open(server);
  }

  @AfterAll
  void stop() {
    redis.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    Hand.on(server.url(), hand -> hand.flushall());
    store = Hand.store(redis);
    store.enable(COUNTER);
  }

  private Change change(String fact) {
    return Change.added(COUNTER.name(), POST.key()).fact(fact).at(store.now());
  }

  private long sum() {
    return store.read(COUNTER, List.of(POST)).values().stream()
        .flatMap(stored -> stored.cells().values().stream())
        .mapToLong(amount -> amount)
        .sum();
  }

  private int recorded() {
    var examined = store.examine(COUNTER, List.of(POST)).get(POST);
    return examined == null ? 0 : examined.changes().size();
  }

  @Test
  void aScriptThatTheServerForgotIsSentAgain() {
    store.accept(COUNTER, List.of(change("a")), false);
    Hand.on(server.url(), hand -> hand.scriptFlush());
    long before = redis.retried();

    assertThat(store.accept(COUNTER, List.of(change("b")), false))
        .containsExactly(Outcome.applied());

    assertThat(redis.retried()).isGreaterThan(before);
    assertThat(sum()).isEqualTo(2);
  }

  @Test
  void i5AnAnswerThatIsLostIsUnknownAndItsRetryIsADuplicate() throws Exception {
    store.accept(COUNTER, List.of(change("known to the server")), false);
    try (CuttingProxy proxy = CuttingProxy.before(server.url());
        Redis cut = Hand.open(proxy.url())) {
      RedisCounterStore cutStore = Hand.store(cut);
      cutStore.acceptingSince(COUNTER);
      Change change = change("a");
      proxy.cut(Cut.AFTER_ITS_ANSWER, "EVALSHA");
      assertThatThrownBy(() -> cutStore.accept(COUNTER, List.of(change), false))
          .isInstanceOf(AnswerLostException.class)
          .hasMessageContaining("may or may not have happened");
      proxy.cut(Cut.NOWHERE, "");

      assertThat(cutStore.accept(COUNTER, List.of(change), false))
          .containsExactly(Outcome.duplicate());

      assertThat(proxy.cuts()).isPositive();
      assertThat(sum()).isEqualTo(2);
    }
  }

  @Test
  void i5AChangeThatNeverArrivedIsUnknownTooIsNotSentByItselfAndItsRetryIsApplied()
      throws Exception {
    try (CuttingProxy proxy = CuttingProxy.before(server.url());
        Redis cut = Hand.open(proxy.url())) {
      RedisCounterStore cutStore = Hand.store(cut);
      cutStore.acceptingSince(COUNTER);
      Change change = change("a");
      proxy.cut(Cut.BEFORE_THE_WORD, "EVALSHA");
      assertThatThrownBy(() -> cutStore.accept(COUNTER, List.of(change), false))
          .isInstanceOf(AnswerLostException.class);
      proxy.cut(Cut.NOWHERE, "");
      // Reading waits for the new connection: what the driver would repeat had happened by then.
      cutStore.read(COUNTER, List.of(POST));

      assertThat(sum()).isZero();
      assertThat(cutStore.accept(COUNTER, List.of(change), false))
          .containsExactly(Outcome.applied());
      assertThat(sum()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatIsDownIsUnavailableWithinItsTimeAndUsedAgainWhenItIsBack() {
    EmbeddedRedis mortal = EmbeddedRedis.single();
    try (Redis own = Redis.open(Hand.impatient(mortal.url()))) {
      RedisCounterStore ownStore = Hand.store(own);
      ownStore.enable(COUNTER);
      Change change = Change.added(COUNTER.name(), "7").fact("a").at(ownStore.now());
      mortal.kill(0);
      for (int i = 0; i < 3; i++) {
        long began = System.nanoTime();
        assertThatThrownBy(() -> ownStore.accept(COUNTER, List.of(change), false))
            .isInstanceOfAny(UnavailableException.class, AnswerLostException.class)
            .hasMessageContaining("cache (Redis at 127.0.0.1");
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(5));
      }
      assertThatThrownBy(() -> ownStore.read(COUNTER, List.of(POST)))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("Check that the server runs");

      mortal.startEmpty(0);

      assertThat(acceptedOnceItIsBack(ownStore, change)).isEqualTo(Outcome.applied());
    } finally {
      mortal.close();
    }
  }

  /** The driver connects again within a second; every try before that is refused. */
  private static Outcome acceptedOnceItIsBack(RedisCounterStore store, Change change) {
    List<RuntimeException> refusals = new ArrayList<>();
    while (refusals.size() < 100) {
      try {
        return store.accept(COUNTER, List.of(change), false).get(0);
      } catch (UnavailableException | AnswerLostException e) {
        refusals.add(e);
      }
    }
    throw refusals.get(0);
  }

  @Test
  void aServerThatCannotBeReachedAtStartIsNamed() {
    EmbeddedRedis gone = EmbeddedRedis.single();
    gone.close();
    assertThatThrownBy(() -> Redis.open(Hand.impatient(gone.url())))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("cache (Redis at 127.0.0.1:")
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void aWrongPasswordIsRefusedAndNotPrinted() {
    try (EmbeddedRedis guarded = EmbeddedRedis.single("requirepass right-secret")) {
      for (RedisSettings wrong :
          List.of(
              RedisSettings.of("cache", guarded.url(), null, "wrong-secret"),
              RedisSettings.of("cache", guarded.url(), "somebody", "wrong-secret"),
              RedisSettings.of("cache", guarded.url(), null, null),
              RedisSettings.of(
                  "cache", guarded.url().replace("//", "//:wrong-secret@"), null, null))) {
        assertThatThrownBy(() -> Redis.open(wrong))
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining("refuses the login")
            .hasMessageNotContaining("secret");
        assertThat(wrong.toString()).doesNotContain("secret");
      }
      try (Redis right =
          Redis.open(RedisSettings.of("cache", guarded.url(), null, "right-secret"))) {
        assertThat(Hand.store(right).now()).isNotNull();
      }
    }
  }

  @Test
  void aServerThatMayEvictKeysIsRefusedBeforeAnythingStarts() {
    try (EmbeddedRedis cache = EmbeddedRedis.single("maxmemory-policy allkeys-lru");
        Redis own = Hand.open(cache)) {
      assertThatThrownBy(() -> Hand.store(own))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("allkeys-lru")
          .hasMessageContaining("CONFIG SET maxmemory-policy noeviction");
    }
  }

  @Test
  void aServerWithoutMemoryLeftRefusesTheWholeChange() {
    Change before = change("before");
    store.accept(COUNTER, List.of(before), false);
    Hand.on(server.url(), hand -> hand.configSet("maxmemory", "1"));
    try {
      for (Change change : List.of(change("b"), change("c"))) {
        assertThatThrownBy(() -> store.accept(COUNTER, List.of(change, change("d")), false))
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining("maxmemory");
      }
      assertThatThrownBy(() -> store.mark(COUNTER, List.of(new Subject("new"))))
          .isInstanceOf(UnavailableException.class);
      assertThat(recorded()).isEqualTo(1);
      assertThat(sum()).isEqualTo(1);
    } finally {
      Hand.on(server.url(), hand -> hand.configSet("maxmemory", "0"));
    }
    assertThat(store.accept(COUNTER, List.of(change("b")), false))
        .containsExactly(Outcome.applied());
  }

  @ParameterizedTest
  @ValueSource(strings = {"m", "h", "i", "s", "c"})
  void aKeyOfAnotherTypeIsNamedAndNothingIsWritten(String kind) {
    String key =
        switch (kind) {
          case "m" -> Keys.marker(COUNTER, Keys.bucketOf(POST));
          case "h" -> Keys.head(COUNTER, POST);
          case "i" -> Keys.ids(COUNTER, POST);
          case "s" -> Keys.subjects(COUNTER, Keys.bucketOf(POST));
          default -> Keys.candidates(COUNTER, Keys.bucketOf(POST));
        };
    Hand.on(
        server.url(),
        hand -> {
          hand.del(key);
          return hand.rpush(key, "a list");
        });
    List<String> before = Hand.on(server.url(), hand -> hand.keys("*")).stream().sorted().toList();

    assertThatThrownBy(() -> store.accept(COUNTER, List.of(change("a")), false))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining(key)
        .hasMessageContaining("list")
        .hasMessageContaining("database of its own");
    assertThatThrownBy(() -> store.mark(COUNTER, List.of(POST)))
        .isInstanceOf(BadRequestException.class);
    assertThatThrownBy(() -> store.forget(COUNTER, POST, store.now()))
        .isInstanceOf(BadRequestException.class);

    assertThat(Hand.on(server.url(), hand -> hand.keys("*")).stream().sorted())
        .containsExactlyElementsOf(before);
  }

  @Test
  void aUrlThatMakesNoSenseIsRefusedWithoutPrintingIt() {
    assertThatThrownBy(() -> Redis.open(RedisSettings.of("cache", "redis:/secret@:x", null, null)))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("redis://host:port/database")
        .hasMessageNotContaining("secret");
  }

  @Test
  void windowsOfAnotherSizeAreRefusedWhileThereAreCellsAndTakenWithoutThem() {
    Counter other =
        new Counter(
            COUNTER.name(), new Windows(Duration.ofSeconds(5)), Counter.SETTLE_DEFAULT, false);
    store.accept(COUNTER, List.of(change("a")), false);

    assertThatThrownBy(() -> Hand.store(redis).enable(other))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("10000 ms");
    store.forget(COUNTER, POST, store.now().minusSeconds(60));
    Hand.store(redis).enable(other);

    assertThatThrownBy(() -> store.accept(COUNTER, List.of(change("b")), false))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("Every process has to use the same");
  }

  @Test
  void aCounterThatWasNeverEnabledIsRefused() {
    Counter never =
        new Counter("never", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
    assertThatThrownBy(() -> store.read(never, List.of(POST)))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("never enabled");
  }
}
