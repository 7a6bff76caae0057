package dev.trueup.redis.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.redis.Redis;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.servers.EmbeddedRedis;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the server holds, in bytes, as it tells itself. Ids are the default ones. */
class MemoryUseTest {
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);
  private static final int SUBJECTS = 2_000;

  @Test
  void whatASubjectAnOpenWindowAndAChangeCostIsWhatTheDocumentationSays() {
    try (EmbeddedRedis server = EmbeddedRedis.single();
        Redis redis = Hand.open(server)) {
      RedisCounterStore store = Hand.store(redis);
      long bare = used(redis);
      store.enable(COUNTER);
      long enabled = used(redis);
      Instant zero = COUNTER.windows().boundaryFrom(store.acceptingSince(COUNTER));
      install(store, zero);
      long settled = used(redis);
      send(store, zero, 0, 1);
      long oneEach = used(redis);
      send(store, zero.plus(COUNTER.windows().size()), 1, 2);
      long twoWindows = used(redis);
      send(store, zero, 2, 12);
      long twelve = used(redis);
      send(store, zero, 12, 112);
      long many = used(redis);

      long perCounter = enabled - bare;
      long perSubject = (settled - enabled) / SUBJECTS;
      long first = (oneEach - settled) / SUBJECTS;
      long perWindow = (twoWindows - oneEach) / SUBJECTS;
      long perChangeFew = (twelve - twoWindows) / SUBJECTS / 10;
      long perChangeMany = (many - twelve) / SUBJECTS / 100;
      System.out.printf(
          Locale.ROOT,
          "Redis, bytes: a counter %d, a subject with a base %d, its first open window with one"
              + " change %d, one more window with one change %d, one more change in an open window"
              + " %d up to 12 and %d from there to 112%n",
          perCounter,
          perSubject,
          first,
          perWindow,
          perChangeFew,
          perChangeMany);
      assertThat(perSubject).isBetween(100L, 700L);
      assertThat(first).isBetween(100L, 900L);
      assertThat(perWindow).isBetween(50L, 500L);
      assertThat(perChangeFew).isBetween(50L, 300L);
      assertThat(perChangeMany).isBetween(50L, 300L);
      settleAll(store, zero);
      assertThat(used(redis)).isLessThan(settled + (oneEach - settled));
    }
  }

  private static long used(Redis redis) {
    return redis.ask(
        "tell its memory",
        commands ->
            commands
                .info("memory")
                .thenApply(
                    text ->
                        text.lines()
                            .filter(line -> line.startsWith("used_memory:"))
                            .mapToLong(line -> Long.parseLong(line.substring(12)))
                            .findFirst()
                            .orElseThrow()));
  }

  private static void install(RedisCounterStore store, Instant zero) {
    Watermark watermark = new Watermark(zero, zero);
    for (int from = 0; from < SUBJECTS; from += 1_000) {
      List<Settlement> settlements = new ArrayList<>();
      for (int i = from; i < from + 1_000; i++) {
        settlements.add(
            new Settlement(
                new Subject("post-" + i),
                null,
                0,
                i,
                watermark,
                Set.of(),
                Doubt.NONE,
                false,
                null));
      }
      assertThat(store.settle(COUNTER, settlements)).containsOnly(Settlement.Result.INSTALLED);
    }
  }

  private static void settleAll(RedisCounterStore store, Instant zero) {
    Instant past = zero.plus(COUNTER.windows().size().multipliedBy(2));
    Watermark watermark = new Watermark(past, past);
    for (int from = 0; from < SUBJECTS; from += 1_000) {
      List<Subject> subjects = new ArrayList<>();
      for (int i = from; i < from + 1_000; i++) {
        subjects.add(new Subject("post-" + i));
      }
      List<Settlement> settlements = new ArrayList<>();
      store
          .heads(COUNTER, subjects)
          .forEach(
              (subject, head) ->
                  settlements.add(
                      new Settlement(
                          subject,
                          head.version(),
                          head.mark(),
                          1,
                          watermark,
                          Set.of(),
                          Doubt.NONE,
                          false,
                          null)));
      assertThat(store.settle(COUNTER, settlements)).containsOnly(Settlement.Result.INSTALLED);
    }
  }

  private static void send(RedisCounterStore store, Instant at, int fromFact, int toFact) {
    for (int fact = fromFact; fact < toFact; fact++) {
      for (int from = 0; from < SUBJECTS; from += 1_000) {
        List<Change> changes = new ArrayList<>();
        for (int i = from; i < from + 1_000; i++) {
          changes.add(
              Change.added(COUNTER.name(), "post-" + i)
                  .fact(Integer.toString(7_000_000 + fact * SUBJECTS + i))
                  .at(at.plusMillis(fact)));
        }
        store.accept(COUNTER, changes, false);
      }
    }
  }
}
