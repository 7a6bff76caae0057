package dev.trueup.jdbc.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.events.Event;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.Events;
import dev.trueup.events.Refusal;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections to real servers that break at the commit of an insertion, or of a seal. */
class EventLostAnswerTest {
  private static final Subject PAGE = new Subject("page-1");
  private static final EventCounter VIEWS = EventCounter.of("page.views", Duration.ofMinutes(1));

  /** Events whose connections can be cut, beside a store on the same database that has none. */
  private interface Scene {
    void play(CuttingProxy proxy, EventStore cut, EventStore whole);
  }

  private static void on(DatabaseKind kind, Scene scene) throws Exception {
    try (TestDatabase server = Servers.of(kind).newDatabase();
        Database direct = OnEveryDatabase.openStore(server);
        CuttingProxy proxy = new CuttingProxy(server);
        Database cuttable =
            Database.open(
                DatabaseSettings.of(
                    "app", url(kind, proxy), server.username(), server.password()))) {
      EventStore whole = new JdbcEventStore(direct);
      EventStore cut = new JdbcEventStore(cuttable);
      whole.enable(VIEWS);
      whole.apply(VIEWS, List.of(event("first", whole.now())));
      cut.tallies(VIEWS, List.of(PAGE));
      scene.play(proxy, cut, whole);
      assertThat(proxy.cuts()).isPositive();
      List<EventAudit.Finding> findings = new ArrayList<>();
      EventAudit.run(new EventJournal(VIEWS, whole), 10, findings::add);
      assertThat(findings).isEmpty();
    }
  }

  /**
   * The driver of PostgreSQL sends a commit by number once it is prepared; here it says the word.
   */
  private static String url(DatabaseKind kind, CuttingProxy proxy) {
    return kind == DatabaseKind.POSTGRESQL
        ? proxy.url() + (proxy.url().contains("?") ? "&" : "?") + "prepareThreshold=0"
        : proxy.url();
  }

  private static Event event(String id, Instant at) {
    return Event.of(VIEWS.name(), PAGE.key(), id, at);
  }

  private static EventTally tally(EventStore store) {
    return Objects.requireNonNull(store.tallies(VIEWS, List.of(PAGE)).get(PAGE));
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void i5AnInsertionWhoseAnswerIsLostIsUnknownAndItsRetryRepeatsTheFirstAnswer(DatabaseKind kind)
      throws Exception {
    on(
        kind,
        (proxy, cut, whole) -> {
          Events events = new Events(List.of(new EventJournal(VIEWS, cut)), List.of());
          Event event = event("a", whole.now());
          proxy.cut(Cut.AFTER_ITS_ANSWER, CuttingProxy.COMMIT);
          assertThat(events.apply(event).kind()).isEqualTo(Kind.UNKNOWN);
          proxy.cut(Cut.NOWHERE, "");
          whole.apply(VIEWS, List.of(event("b", whole.now())));

          Outcome retried = events.apply(event);

          assertThat(retried.kind()).isEqualTo(Kind.DUPLICATE);
          assertThat(Objects.requireNonNull(retried.reading()).value()).isEqualTo(2);
          assertThat(tally(whole).value()).isEqualTo(3);
          assertThat(whole.refusals(VIEWS).get(Refusal.DUPLICATE)).isEqualTo(1);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void i5AnInsertionThatNeverArrivedIsUnknownTooAndItsRetryIsApplied(DatabaseKind kind)
      throws Exception {
    on(
        kind,
        (proxy, cut, whole) -> {
          Events events = new Events(List.of(new EventJournal(VIEWS, cut)), List.of());
          Event event = event("a", whole.now());
          proxy.cut(Cut.BEFORE_THE_WORD, CuttingProxy.COMMIT);
          assertThat(events.apply(event).kind()).isEqualTo(Kind.UNKNOWN);
          proxy.cut(Cut.NOWHERE, "");

          assertThat(events.apply(event).kind()).isEqualTo(Kind.APPLIED);
          assertThat(tally(whole).value()).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void l3ASealThatIsCutOffAtAnyPointLosesNothingAndTheNextGoesOn(DatabaseKind kind)
      throws Exception {
    on(
        kind,
        (proxy, cut, whole) -> {
          Instant old = VIEWS.sealableBefore(whole.now()).minusSeconds(60);
          whole.apply(VIEWS, List.of(event("old-1", old), event("old-2", old)));
          for (Cut where : List.of(Cut.BEFORE_THE_WORD, Cut.AFTER_ITS_ANSWER)) {
            // Once at the commit that raises the line, once at the one that drops a row.
            for (int every = 1; every <= 2; every++) {
              proxy.cut(where, CuttingProxy.COMMIT, every);
              assertThatThrownBy(() -> cut.seal(VIEWS, 1)).isInstanceOf(AnswerLostException.class);
              proxy.cut(Cut.NOWHERE, "");
              assertThat(tally(whole).value()).isEqualTo(3);
            }
          }
          // Of the four, only the one that was cut behind its commit has dropped a row.
          assertThat(tally(whole).sealed().events()).isEqualTo(1);
          assertThat(cut.seal(VIEWS, 10).rows()).isEqualTo(1);
          assertThat(tally(whole).sealed()).isEqualTo(new EventTally.Sealed(2, 0, 2));
        });
  }
}
