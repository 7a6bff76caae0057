package dev.trueup.jdbc.managed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.jdbc.Transaction;
import dev.trueup.store.Head;
import dev.trueup.store.RecordedSubject;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two transactions on one subject, forced into each other: the first has done its work and not
 * committed when the second begins and has to wait for it.
 */
class InterleavingTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter("post.comments", new Windows(Duration.ofSeconds(10)), Duration.ofHours(1), false);

  /** One database with two stores on it, and where time stands. */
  private static final class Scene implements AutoCloseable {
    private final TestDatabase server;
    private final Database database;
    private final StoreParts first;
    private final JdbcCounterStore second;
    private final int id;
    private final Instant zero;
    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    Scene(DatabaseKind kind) {
      server = Servers.of(kind).newDatabase();
      database = OnEveryDatabase.openStore(server);
      first = StoreParts.of(database, null, RandomGenerator.getDefault());
      second = new JdbcCounterStore(database, null, RandomGenerator.getDefault());
      second.enable(COUNTER);
      id = first.counters().id(COUNTER);
      zero = COUNTER.windows().boundaryFrom(second.acceptingSince(COUNTER));
    }

    Instant window(int number) {
      return zero.plusSeconds(10L * number);
    }

    Change change(String fact, int window) {
      return Change.added(COUNTER.name(), POST.key())
          .fact(fact)
          .id(fact)
          .at(window(window).plusMillis(1));
    }

    @Nullable Head head() {
      return second.heads(COUNTER, List.of(POST)).get(POST);
    }

    Settlement settlement(int boundary, long truth, Set<String> judged) {
      Head head = head();
      return new Settlement(
          POST,
          head == null ? null : head.version(),
          head == null ? 0 : head.mark(),
          truth,
          new Watermark(window(boundary), window(boundary)),
          judged,
          Doubt.NONE,
          false,
          null);
    }

    /** Does the first work, starts the second, sees it wait, and only then commits the first. */
    <T> Future<T> whileUncommitted(Transaction.Work<?> work, Callable<T> meanwhile) {
      return database.write(
          "do the first work",
          transaction -> {
            work.run(transaction);
            Future<T> future = pool.submit(meanwhile);
            awaitWaiting();
            assertThat(future.isDone()).isFalse();
            return future;
          });
    }

    /** Until a session of the server waits for a lock; SQLite lets nobody else begin anyway. */
    private void awaitWaiting() {
      String question =
          switch (server.kind()) {
            case POSTGRESQL ->
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                    + " AND wait_event_type = 'Lock'";
            case MARIADB ->
                // Lock waits are shown to the privileged only; a statement that takes long, to all.
                "SELECT count(*) FROM information_schema.processlist WHERE db = database()"
                    + " AND command = 'Query' AND id <> connection_id() AND time_ms > 50";
            case SQLITE -> "SELECT 1";
          };
      try (var connection = server.connect();
          var statement = connection.createStatement()) {
        for (int i = 0; i < 1_000; i++) {
          try (var rows = statement.executeQuery(question)) {
            if (rows.next() && rows.getLong(1) > 0) {
              return;
            }
          }
          assertThat(new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS)).isFalse();
        }
      } catch (java.sql.SQLException | InterruptedException e) {
        throw new IllegalStateException(e);
      }
      throw new AssertionError("The second transaction did not wait for the first.");
    }

    @Override
    public void close() {
      pool.shutdownNow();
      database.close();
      server.close();
    }
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.get(60, TimeUnit.SECONDS);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void i4AChangeThatWaitedForASettleFindsItselfInsideAndMarks(DatabaseKind kind) throws Exception {
    try (Scene scene = new Scene(kind)) {
      scene.second.settle(COUNTER, List.of(scene.settlement(1, 0, Set.of())));
      Settlement settlement = scene.settlement(5, 7, Set.of());
      Future<List<Outcome>> late =
          scene.whileUncommitted(
              transaction ->
                  scene.first.installation().settle(transaction, COUNTER, List.of(settlement)),
              () -> scene.second.accept(COUNTER, List.of(scene.change("c-1", 2)), true));
      assertThat(get(late)).containsExactly(Outcome.covered());
      Head head = Objects.requireNonNull(scene.head());
      assertThat(head.marked()).isTrue();
      assertThat(scene.second.read(COUNTER, List.of(POST)).get(POST))
          .satisfies(stored -> assertThat(stored.fastValue()).isEqualTo(7));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void i4ASettleThatWaitedForAChangeDropsItAndStaysMarked(DatabaseKind kind) throws Exception {
    try (Scene scene = new Scene(kind)) {
      scene.second.settle(COUNTER, List.of(scene.settlement(1, 0, Set.of())));
      Settlement settlement = scene.settlement(5, 7, Set.of());
      Future<List<Settlement.Result>> settled =
          scene.whileUncommitted(
              transaction ->
                  scene
                      .first
                      .acceptance()
                      .accept(
                          transaction, scene.id, COUNTER, List.of(scene.change("c-1", 2)), false),
              () -> scene.second.settle(COUNTER, List.of(settlement)));
      assertThat(get(settled)).containsExactly(Settlement.Result.INSTALLED);
      RecordedSubject left =
          Objects.requireNonNull(scene.second.examine(COUNTER, List.of(POST)).get(POST));
      assertThat(left.changes()).isEmpty();
      assertThat(Objects.requireNonNull(left.head()).marked()).isTrue();
      assertThat(scene.second.candidates(COUNTER, null, 10)).containsExactly(POST);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void i3TheSameChangeAtTheSameTimeIsAppliedOnceAndADuplicateOnce(DatabaseKind kind)
      throws Exception {
    try (Scene scene = new Scene(kind)) {
      Change change = scene.change("c-1", 2);
      Future<List<Outcome>> again =
          scene.whileUncommitted(
              transaction ->
                  scene
                      .first
                      .acceptance()
                      .accept(transaction, scene.id, COUNTER, List.of(change), false),
              () -> scene.second.accept(COUNTER, List.of(change), false));
      assertThat(get(again)).containsExactly(Outcome.duplicate());
      assertThat(scene.second.read(COUNTER, List.of(POST)).get(POST))
          .satisfies(stored -> assertThat(stored.cells().values()).containsExactly(1L));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void i6OfTwoSettlesThatSawTheSameHeadTheSecondIsToldThatItLost(DatabaseKind kind)
      throws Exception {
    try (Scene scene = new Scene(kind)) {
      scene.second.settle(COUNTER, List.of(scene.settlement(1, 0, Set.of())));
      Settlement earlier = scene.settlement(5, 7, Set.of());
      Settlement later = scene.settlement(6, 8, Set.of());
      Future<List<Settlement.Result>> settled =
          scene.whileUncommitted(
              transaction ->
                  scene.first.installation().settle(transaction, COUNTER, List.of(earlier)),
              () -> scene.second.settle(COUNTER, List.of(later)));
      assertThat(get(settled)).containsExactly(Settlement.Result.RACE_LOST);
      assertThat(Objects.requireNonNull(Objects.requireNonNull(scene.head()).base()).value())
          .isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void i6OfTwoFirstBasesTheSecondIsToldThatItLost(DatabaseKind kind) throws Exception {
    try (Scene scene = new Scene(kind)) {
      Settlement one = scene.settlement(5, 7, Set.of());
      Settlement other = scene.settlement(6, 8, Set.of());
      Future<List<Settlement.Result>> settled =
          scene.whileUncommitted(
              transaction -> scene.first.installation().settle(transaction, COUNTER, List.of(one)),
              () -> scene.second.settle(COUNTER, List.of(other)));
      assertThat(get(settled)).containsExactly(Settlement.Result.RACE_LOST);
      assertThat(Objects.requireNonNull(Objects.requireNonNull(scene.head()).base()).value())
          .isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aFirstBaseLosesToAChangeThatCameFirst(DatabaseKind kind) throws Exception {
    try (Scene scene = new Scene(kind)) {
      Settlement settlement = scene.settlement(5, 7, Set.of());
      Future<List<Settlement.Result>> settled =
          scene.whileUncommitted(
              transaction ->
                  scene
                      .first
                      .acceptance()
                      .accept(
                          transaction, scene.id, COUNTER, List.of(scene.change("c-1", 2)), false),
              () -> scene.second.settle(COUNTER, List.of(settlement)));
      assertThat(get(settled)).containsExactly(Settlement.Result.RACE_LOST);
      assertThat(scene.second.settle(COUNTER, List.of(scene.settlement(5, 1, Set.of("c-1")))))
          .containsExactly(Settlement.Result.INSTALLED);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void whatWasKeptIsThereAfterARestart(DatabaseKind kind) {
    try (Scene scene = new Scene(kind)) {
      scene.second.settle(COUNTER, List.of(scene.settlement(1, 10, Set.of())));
      Change change = scene.change("c-1", 2);
      scene.second.accept(COUNTER, List.of(change), false);
      Instant since = scene.second.acceptingSince(COUNTER);
      try (Database reopened = OnEveryDatabase.openStore(scene.server)) {
        JdbcCounterStore store = new JdbcCounterStore(reopened, null, RandomGenerator.getDefault());
        store.enable(COUNTER);
        assertThat(store.acceptingSince(COUNTER)).isEqualTo(since);
        assertThat(store.accept(COUNTER, List.of(change), false))
            .containsExactly(Outcome.duplicate());
        assertThat(Objects.requireNonNull(store.read(COUNTER, List.of(POST)).get(POST)).fastValue())
            .isEqualTo(11);
      }
    }
  }
}
