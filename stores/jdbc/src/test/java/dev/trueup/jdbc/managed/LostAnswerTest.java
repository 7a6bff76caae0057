package dev.trueup.jdbc.managed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that are cut around the commit, on servers that are reached over a network. */
class LostAnswerTest {
  private static final Subject POST = new Subject("42");
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Counter.WINDOW_DEFAULT), Counter.SETTLE_DEFAULT, false);

  /** A store whose connections can be cut, beside one on the same database that has none. */
  private interface Scene {
    void play(CuttingProxy proxy, JdbcCounterStore cut, JdbcCounterStore whole) throws Exception;
  }

  private static void on(DatabaseKind kind, Scene scene) throws Exception {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database direct = OnEveryDatabase.openStore(server);
        CuttingProxy proxy = new CuttingProxy(server);
        Database cuttable =
            Database.open(
                DatabaseSettings.of("app", proxy.url(), server.username(), server.password()))) {
      JdbcCounterStore whole = new JdbcCounterStore(direct, null, RandomGenerator.getDefault());
      JdbcCounterStore cut = new JdbcCounterStore(cuttable, null, RandomGenerator.getDefault());
      whole.enable(COUNTER);
      cut.heads(COUNTER, List.of(POST));
      scene.play(proxy, cut, whole);
      assertThat(proxy.cuts()).isPositive();
    }
  }

  private static Change change(JdbcCounterStore store, String fact) {
    return Change.added(COUNTER.name(), POST.key()).fact(fact).at(store.now());
  }

  private static long sum(JdbcCounterStore store) {
    return store.read(COUNTER, List.of(POST)).values().stream()
        .flatMap(stored -> stored.cells().values().stream())
        .mapToLong(amount -> amount)
        .sum();
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void i5ACommitWhoseAnswerIsLostIsUnknownAndItsRetryIsADuplicate(DatabaseKind kind)
      throws Exception {
    on(
        kind,
        (proxy, cut, whole) -> {
          Change change = change(whole, "c-1");
          proxy.cut(Cut.AFTER_ITS_ANSWER, CuttingProxy.COMMIT);
          assertThatThrownBy(() -> cut.accept(COUNTER, List.of(change), true))
              .isInstanceOf(AnswerLostException.class)
              .hasMessageContaining("may or may not have happened");
          proxy.cut(Cut.NOWHERE, "");
          assertThat(cut.accept(COUNTER, List.of(change), false))
              .containsExactly(Outcome.duplicate());
          assertThat(sum(whole)).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void i5ACommitThatNeverArrivedIsUnknownTooAndItsRetryIsApplied(DatabaseKind kind)
      throws Exception {
    on(
        kind,
        (proxy, cut, whole) -> {
          Change change = change(whole, "c-1");
          proxy.cut(Cut.BEFORE_THE_WORD, CuttingProxy.COMMIT);
          assertThatThrownBy(() -> cut.accept(COUNTER, List.of(change), true))
              .isInstanceOf(AnswerLostException.class);
          proxy.cut(Cut.NOWHERE, "");
          assertThat(cut.accept(COUNTER, List.of(change), false))
              .containsExactly(Outcome.applied());
          assertThat(sum(whole)).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void aConnectionCutBeforeTheCommitIsUnavailableAndNothingWasWritten(DatabaseKind kind)
      throws Exception {
    on(
        kind,
        (proxy, cut, whole) -> {
          Change change = change(whole, "c-1");
          proxy.cut(Cut.BEFORE_THE_WORD, "trueup_cell");
          assertThatThrownBy(() -> cut.accept(COUNTER, List.of(change), false))
              .isInstanceOf(UnavailableException.class)
              .hasMessageContaining("Nothing was changed");
          proxy.cut(Cut.NOWHERE, "");
          assertThat(sum(whole)).isZero();
          assertThat(cut.accept(COUNTER, List.of(change), false))
              .containsExactly(Outcome.applied());
        });
  }
}
