package dev.trueup.redis.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Reply;
import dev.trueup.store.Head;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What another process writes between a look at a subject and the script that was prepared by it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScriptRaceTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);

  private EmbeddedRedis server;
  private Redis redis;
  private RedisCounterStore other;
  private Instant zero;

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
    redis.write("forget everything", commands -> commands.flushall());
    other = Hand.store(redis);
    other.enable(COUNTER);
    zero = COUNTER.windows().boundaryFrom(other.acceptingSince(COUNTER));
  }

  /** A first base takes a random version, between the look and the script: others write then. */
  private RedisCounterStore disturbedBy(Runnable... disturbances) {
    Deque<Runnable> left = new ArrayDeque<>(List.of(disturbances));
    RandomGenerator random =
        () -> {
          if (!left.isEmpty()) {
            left.removeFirst().run();
          }
          return RandomGenerator.getDefault().nextLong();
        };
    return new RedisCounterStore(redis, random);
  }

  private void accept(String fact, Instant at) {
    Change change = Change.added(COUNTER.name(), POST.key()).fact(fact).id(fact).at(at);
    assertThat(other.accept(COUNTER, List.of(change), false)).containsExactly(Outcome.applied());
  }

  private Settlement settlement(Set<String> judged) {
    Instant past = zero.plus(COUNTER.windows().size());
    return new Settlement(
        POST, null, 0, 7, new Watermark(past, past), judged, Doubt.NONE, false, null);
  }

  private Head head() {
    return Objects.requireNonNull(other.heads(COUNTER, List.of(POST)).get(POST));
  }

  @Test
  void i4AChangeThatJoinsACellInsideSinceTheLookIsDroppedWithItsIdAndMarks() {
    accept("judged", zero);
    RedisCounterStore store = disturbedBy(() -> accept("joined", zero));

    assertThat(store.settle(COUNTER, List.of(settlement(Set.of("judged")))))
        .containsExactly(Settlement.Result.INSTALLED);

    assertThat(head().marked()).isTrue();
    assertThat(Objects.requireNonNull(other.examine(COUNTER, List.of(POST)).get(POST)).changes())
        .isEmpty();
    assertThat(Hand.stored(other, COUNTER, POST).cells()).isEmpty();
  }

  @Test
  void i4ACellInsideThatIsNewSinceTheLookIsDroppedAndMarks() {
    RedisCounterStore store = disturbedBy(() -> accept("new", zero));

    assertThat(store.settle(COUNTER, List.of(settlement(Set.of()))))
        .containsExactly(Settlement.Result.INSTALLED);

    assertThat(head().marked()).isTrue();
    assertThat(Hand.stored(other, COUNTER, POST).cells()).isEmpty();
  }

  @Test
  void aCellOutsideThatIsNewSinceTheLookStaysAndDelaysNothing() {
    RedisCounterStore store =
        disturbedBy(
            () -> accept("outside", zero.plusSeconds(10)),
            () -> {
              throw new AssertionError("looked twice");
            });

    assertThat(store.settle(COUNTER, List.of(settlement(Set.of()))))
        .containsExactly(Settlement.Result.INSTALLED);

    assertThat(head().marked()).isFalse();
    assertThat(Hand.stored(other, COUNTER, POST).fastValue()).isEqualTo(8);
    assertThat(other.candidates(COUNTER, null, 10)).containsExactly(POST);
  }

  @Test
  void i6AFirstBaseThatAnotherInstalledSinceTheLookWins() {
    RedisCounterStore store =
        disturbedBy(() -> other.settle(COUNTER, List.of(settlement(Set.of()))));

    assertThat(store.settle(COUNTER, List.of(settlement(Set.of()))))
        .containsExactly(Settlement.Result.RACE_LOST);
  }

  @Test
  void i6AHeadThatIsMadeSinceTheLookIsForgottenAtTheVersionAfterItsOwn() {
    List<Head> installed = new ArrayList<>();
    RedisCounterStore store =
        disturbedBy(
            () -> {
              other.settle(COUNTER, List.of(settlement(Set.of())));
              installed.add(head());
            });

    store.forget(COUNTER, POST, other.now().plusSeconds(30));

    assertThat(head().base()).isNull();
    assertThat(head().forgottenUntil()).isNotNull();
    assertThat(head().version()).isEqualTo(installed.get(0).version() + 1);
  }

  @Test
  void aMemoryThatIsLostSinceTheLookMakesTheFirstBaseWait() {
    RedisCounterStore store =
        disturbedBy(() -> redis.write("forget everything", commands -> commands.flushall()));
    store.enable(COUNTER);
    Instant since = other.acceptingSince(COUNTER);
    Settlement settlement =
        new Settlement(
            POST, null, 0, 7, new Watermark(since, since), Set.of(), Doubt.NONE, false, null);

    assertThat(store.settle(COUNTER, List.of(settlement)))
        .containsExactly(Settlement.Result.TOO_EARLY);
    assertThat(other.read(COUNTER, List.of(POST))).isEmpty();
  }

  @Test
  void aReadingThatWasForeseenToFitIsForeseenAgainWhenTheSubjectMoved() {
    Settlement large =
        new Settlement(
            POST,
            null,
            0,
            Long.MAX_VALUE - 3,
            new Watermark(zero, zero),
            Set.of(),
            Doubt.NONE,
            false,
            null);
    assertThat(other.settle(COUNTER, List.of(large))).containsExactly(Settlement.Result.INSTALLED);
    Markers markers = new Markers(redis);
    markers.enable(COUNTER);
    String marker = markers.of(COUNTER, Keys.bucketOf(POST)).text();
    Group group = new Group(COUNTER, POST, true, Hand.seen(redis, COUNTER, POST), other.now());
    group.add(0, Change.added(COUNTER.name(), POST.key()).weighing(2).fact("mine").at(zero));
    look(group, marker);
    accept("theirs", zero);
    accept("theirs too", zero);

    look(group, marker);

    assertThat(group.next(marker)).isNull();
    Outcome[] outcomes = new Outcome[1];
    group.finish(outcomes);
    assertThat(outcomes[0].rejection()).isEqualTo(Outcome.Rejection.OVERFLOW);
  }

  /** Runs the group's next script, which has to find that it was prepared by something else. */
  private void look(Group group, String marker) {
    Reply reply =
        redis.run("accept", false, List.of(Objects.requireNonNull(group.next(marker)))).get(0);
    assertThat(reply.word()).isEqualTo("look");
    group.look(Texts.time(reply.texts(1)), StoredHead.of(reply.fields(3)), reply.texts(4));
  }
}
