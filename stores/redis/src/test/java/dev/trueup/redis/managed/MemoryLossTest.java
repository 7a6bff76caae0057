package dev.trueup.redis.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Redis;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server that forgets everything, between any two steps of two stores. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MemoryLossTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter("post.comments", new Windows(Duration.ofMillis(1)), Duration.ofHours(1), false);

  private EmbeddedRedis server;
  private Redis redis;

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

  private RedisCounterStore enabled() {
    RedisCounterStore store = Hand.store(redis);
    store.enable(COUNTER);
    return store;
  }

  private void lose() {
    redis.write("forget everything", commands -> commands.flushall());
  }

  /** Within the millisecond of a watermark a loss is before it, and takes nothing from it. */
  private void loseAfter(CounterStore store, Watermark watermark) {
    while (!store.now().isAfter(watermark.factsBefore())) {
      Thread.onSpinWait();
    }
    lose();
  }

  private static Change change(CounterStore store, String fact) {
    return Change.added(COUNTER.name(), POST.key()).fact(fact).at(store.now());
  }

  private static @Nullable Head head(CounterStore store) {
    return store.heads(COUNTER, List.of(POST)).get(POST);
  }

  private static Watermark at(Instant instant) {
    Instant boundary = COUNTER.windows().boundaryFrom(instant);
    return new Watermark(boundary, boundary);
  }

  private static Settlement settlement(@Nullable Head seen, long truth, Watermark watermark) {
    return new Settlement(
        POST,
        seen == null ? null : seen.version(),
        seen == null ? 0 : seen.mark(),
        truth,
        watermark,
        Set.of(),
        Doubt.NONE,
        false,
        null);
  }

  private static Settlement.Result settle(CounterStore store, Settlement settlement) {
    return store.settle(COUNTER, List.of(settlement)).get(0);
  }

  private static void install(CounterStore store, long truth) {
    assertThat(settle(store, settlement(head(store), truth, at(store.now()))))
        .isEqualTo(Settlement.Result.INSTALLED);
  }

  @Test
  void i7AfterTheLossThereIsNoBaseAndAChangeMakesNone() {
    RedisCounterStore store = enabled();
    install(store, 100);
    Change before = change(store, "before");
    store.accept(COUNTER, List.of(before), false);
    lose();

    assertThat(store.read(COUNTER, List.of(POST))).isEmpty();
    assertThat(store.accept(COUNTER, List.of(change(store, "after")), true))
        .containsExactly(Outcome.applied());

    assertThat(head(store)).isNull();
    assertThat(Hand.stored(store, COUNTER, POST).cells()).hasSize(1);
    assertThat(store.accept(COUNTER, List.of(before), false)).containsExactly(Outcome.applied());
  }

  @Test
  void theFirstBaseAfterTheLossWaitsUntilChangesWereAcceptedAgain() {
    RedisCounterStore store = enabled();
    install(store, 100);
    Instant before = store.acceptingSince(COUNTER);
    Watermark early = at(store.now());
    loseAfter(store, early);
    Instant lostAt = store.now();

    assertThat(settle(store, settlement(null, 7, early))).isEqualTo(Settlement.Result.TOO_EARLY);

    assertThat(store.acceptingSince(COUNTER)).isAfterOrEqualTo(lostAt).isAfter(before);
    install(store, 7);
    assertThat(Hand.stored(store, COUNTER, POST).fastValue()).isEqualTo(7);
  }

  @Test
  void i6ASettleThatSawTheHeadBeforeTheLossLoses() {
    RedisCounterStore store = enabled();
    install(store, 100);
    Head before = head(store);
    lose();
    assertThat(settle(store, settlement(before, 7, at(store.now()))))
        .isEqualTo(Settlement.Result.RACE_LOST);
    install(store, 8);
    assertThat(settle(store, settlement(before, 7, at(store.now()))))
        .isEqualTo(Settlement.Result.RACE_LOST);
    assertThat(store.hold(COUNTER, POST, 1)).isTrue();
    lose();
    assertThat(store.release(COUNTER, POST)).isFalse();
    assertThat(store.hold(COUNTER, POST, 1)).isFalse();
    store.mark(COUNTER, List.of(POST));
    assertThat(store.candidates(COUNTER, null, 10)).containsExactly(POST);
  }

  @Test
  void aPassFromBeforeTheLossCountsForNothing() {
    RedisCounterStore store = enabled();
    Watermark reached = at(store.now());
    Progress passed = new Progress(reached, null, null);
    store.saveProgress(COUNTER, passed);
    assertThat(store.progress(COUNTER)).isEqualTo(passed);
    loseAfter(store, reached);

    // Whoever was in the middle of that pass saves it after the loss.
    store.saveProgress(COUNTER, passed);
    assertThat(store.progress(COUNTER)).isEqualTo(Progress.NONE);
    Progress later = new Progress(at(store.now().plusMillis(2)), null, null);
    store.saveProgress(COUNTER, later);
    assertThat(store.progress(COUNTER)).isEqualTo(later);
  }

  @Test
  void i7WheneverTheMemoryIsLostAReadingIsTheTruthOrThereIsNone() {
    long seed = 20_301_204L;
    Random random = new Random(seed);
    List<RedisCounterStore> stores = List.of(enabled(), enabled());
    lose();
    long truth = 0;
    int losses = 0;
    int bases = 0;
    List<Change> sent = new ArrayList<>();
    // Past every stamp, and the watermark that no later stamp is before.
    Instant stamped = Instant.EPOCH;
    Instant counted = Instant.EPOCH;
    for (int step = 0; step < 400; step++) {
      RedisCounterStore store = stores.get(random.nextInt(2));
      switch (random.nextInt(8)) {
        case 0 -> {
          lose();
          losses++;
        }
        case 1, 2 -> {
          Head seen = head(store);
          if (random.nextInt(4) == 0) {
            lose();
            losses++;
          }
          // A base counts every row until now, as a recount of a quiet source does.
          Watermark watermark = at(later(store.now(), stamped.plusMillis(1)));
          counted = watermark.factsBefore();
          Settlement.Result result = settle(store, settlement(seen, truth, watermark));
          bases += result == Settlement.Result.INSTALLED ? 1 : 0;
        }
        case 3 -> {
          if (!sent.isEmpty()) {
            Change again = sent.get(sent.size() - 1);
            store.accept(COUNTER, List.of(again), random.nextBoolean());
          }
        }
        default -> {
          stamped = later(store.now(), counted);
          Change change = Change.added(COUNTER.name(), POST.key()).fact("fact-" + step).at(stamped);
          truth++;
          sent.add(change);
          Outcome outcome = store.accept(COUNTER, List.of(change), true).get(0);
          assertThat(outcome.kind()).as("seed %s step %s", seed, step).isNotNull();
          if (outcome.reading() != null) {
            assertThat(outcome.reading().value()).as("step %s", step).isEqualTo(truth);
          }
        }
      }
      var stored = stores.get(random.nextInt(2)).read(COUNTER, List.of(POST)).get(POST);
      if (stored != null && stored.head() != null && stored.head().base() != null) {
        assertThat(stored.fastValue()).as("seed %s step %s", seed, step).isEqualTo(truth);
      }
    }
    assertThat(losses).isGreaterThan(50);
    assertThat(bases).isGreaterThan(50);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  @Test
  void aNodeOfAClusterThatLostItsMemoryTakesNothingFromTheOthers() {
    try (EmbeddedRedis cluster = EmbeddedRedis.cluster();
        Redis connection = Hand.open(cluster)) {
      RedisCounterStore store = Hand.store(connection);
      store.enable(COUNTER);
      List<Subject> subjects = new ArrayList<>();
      List<Settlement> settlements = new ArrayList<>();
      Watermark watermark = at(store.now());
      for (int i = 0; i < 60; i++) {
        subjects.add(new Subject("s" + i));
        settlements.add(
            new Settlement(
                subjects.get(i), null, 0, i, watermark, Set.of(), Doubt.NONE, false, null));
      }
      assertThat(store.settle(COUNTER, settlements)).containsOnly(Settlement.Result.INSTALLED);
      Instant before = store.acceptingSince(COUNTER);
      cluster.kill(1);
      cluster.startEmpty(1);

      Map<Subject, Head> heads = headsOnceItIsBack(store, subjects);

      assertThat(heads).hasSizeBetween(20, 59);
      heads.forEach((subject, head) -> assertThat(head.base()).isNotNull());
      List<Change> changes = new ArrayList<>();
      for (Subject subject : subjects) {
        changes.add(Change.added(COUNTER.name(), subject.key()).fact("a").at(store.now()));
      }
      List<Outcome> outcomes = store.accept(COUNTER, changes, true);
      for (int i = 0; i < subjects.size(); i++) {
        assertThat(outcomes.get(i).kind()).isEqualTo(Outcome.Kind.APPLIED);
        assertThat(outcomes.get(i).reading() != null).isEqualTo(heads.containsKey(subjects.get(i)));
      }
      assertThat(store.acceptingSince(COUNTER)).isAfter(before);
    }
  }

  private static Map<Subject, Head> headsOnceItIsBack(CounterStore store, List<Subject> subjects) {
    @Nullable UnavailableException last = null;
    for (int i = 0; i < 20; i++) {
      try {
        return store.heads(COUNTER, subjects);
      } catch (UnavailableException e) {
        last = e;
      }
    }
    throw last == null ? new IllegalStateException() : last;
  }
}
