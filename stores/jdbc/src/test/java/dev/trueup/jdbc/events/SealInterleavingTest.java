package dev.trueup.jdbc.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.LockWaits;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An insertion and a seal of one subject, forced into each other: while a third party holds the
 * subject's tally, first the one and then the other gets in line for it. Whoever is first, the
 * event is in the journal or in the sum or refused, and never in two of them.
 */
class SealInterleavingTest {
  private static final Subject PAGE = new Subject("page-1");
  private static final EventCounter VIEWS = EventCounter.of("page.views", Duration.ofMinutes(1));

  /** One database with two stores on it. */
  private static final class Scene implements AutoCloseable {
    final TestDatabase server;
    final Database database;
    final EventStore inserting;
    final EventStore sealing;
    final Instant old;
    final ExecutorService pool = Executors.newFixedThreadPool(2);

    Scene(DatabaseKind kind) {
      server = Servers.of(kind).newDatabase();
      database = OnEveryDatabase.openStore(server);
      inserting = new JdbcEventStore(database);
      sealing = new JdbcEventStore(database);
      inserting.enable(VIEWS);
      old = VIEWS.sealableBefore(inserting.now()).minusSeconds(60);
      assertThat(insert("first").kind()).isEqualTo(Kind.APPLIED);
    }

    Outcome insert(String id) {
      Event event = Event.of(VIEWS.name(), PAGE.key(), id, old);
      return inserting.apply(VIEWS, List.of(event)).get(0);
    }

    EventStore.SealStep seal() {
      return sealing.seal(VIEWS, 100);
    }

    EventTally tally() {
      return Objects.requireNonNull(inserting.tallies(VIEWS, List.of(PAGE)).get(PAGE));
    }

    List<EventAudit.Finding> audit() {
      List<EventAudit.Finding> findings = new ArrayList<>();
      EventAudit.run(new EventJournal(VIEWS, inserting), 10, findings::add);
      return findings;
    }

    /** Starts the first, then the second, each of which waits for the tally; then lets it go. */
    <A, B> Both<A, B> inLine(Callable<A> first, Callable<B> second) throws Exception {
      Future<A> one;
      Future<B> other;
      try (Connection connection = server(this)) {
        hold(connection, PAGE.key());
        one = pool.submit(first);
        LockWaits.await(server, 1);
        other = pool.submit(second);
        LockWaits.await(server, 2);
        assertThat(one.isDone() || other.isDone()).isFalse();
        connection.rollback();
      }
      return new Both<>(one.get(60, TimeUnit.SECONDS), other.get(60, TimeUnit.SECONDS));
    }

    @Override
    public void close() {
      pool.shutdownNow();
      database.close();
      server.close();
    }
  }

  private record Both<A, B>(A first, B second) {}

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void l2AnInsertionThatReadTheLineBeforeItRoseFindsItInTheTally(DatabaseKind kind)
      throws Exception {
    try (Scene scene = new Scene(kind)) {
      Event fresh = Event.of(VIEWS.name(), "page-0", "a", scene.inserting.now());
      scene.inserting.apply(VIEWS, List.of(fresh));
      List<Event> batch =
          List.of(
              Event.of(VIEWS.name(), "page-0", "b", fresh.occurredAt()),
              Event.of(VIEWS.name(), PAGE.key(), "first", scene.old),
              Event.of(VIEWS.name(), PAGE.key(), "late", scene.old));
      Future<List<Outcome>> inserted;
      try (Connection connection = server(scene)) {
        // It has read the counter's line, and waits for the first of its two subjects.
        hold(connection, "page-0");
        inserted = scene.pool.submit(() -> scene.inserting.apply(VIEWS, batch));
        LockWaits.await(scene.server, 1);
        assertThat(scene.seal().rows()).isEqualTo(1);
        assertThat(inserted.isDone()).isFalse();
        connection.rollback();
      }
      List<Outcome> outcomes = inserted.get(60, TimeUnit.SECONDS);

      assertThat(outcomes.get(0).kind()).isEqualTo(Kind.APPLIED);
      assertThat(outcomes.subList(1, 3)).allMatch(one -> one.rejection() == Rejection.TOO_OLD);
      assertThat(scene.tally().value()).isEqualTo(1);
      assertThat(scene.audit()).isEmpty();
    }
  }

  private static Connection server(Scene scene) throws SQLException {
    Connection connection = scene.server.connect();
    connection.setAutoCommit(false);
    return connection;
  }

  private static void hold(Connection connection, String subject) throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement(
            "SELECT subject FROM trueup_event_tally WHERE counter ="
                + " (SELECT id FROM trueup_event_counter WHERE name = ?) AND subject = ?"
                + " FOR UPDATE")) {
      lock.setString(1, VIEWS.name());
      lock.setString(2, subject);
      try (ResultSet rows = lock.executeQuery()) {
        assertThat(rows.next()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void l2AnInsertionThatWaitedForASealFindsTheLineAndIsRefused(DatabaseKind kind) throws Exception {
    try (Scene scene = new Scene(kind)) {
      Both<EventStore.SealStep, Outcome> both =
          scene.inLine(scene::seal, () -> scene.insert("late"));

      assertThat(both.first().rows()).isEqualTo(1);
      assertThat(both.second().rejection()).isEqualTo(Rejection.TOO_OLD);
      assertThat(scene.tally().value()).isEqualTo(1);
      assertThat(scene.tally().sealed().events()).isEqualTo(1);
      assertThat(scene.audit()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void l2TheRetryOfASealedEventThatWaitedForTheSealDoesNotCountAgain(DatabaseKind kind)
      throws Exception {
    try (Scene scene = new Scene(kind)) {
      Both<EventStore.SealStep, Outcome> both =
          scene.inLine(scene::seal, () -> scene.insert("first"));

      assertThat(both.second().rejection()).isEqualTo(Rejection.TOO_OLD);
      assertThat(scene.tally().value()).isEqualTo(1);
      assertThat(scene.audit()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void l3ASealThatWaitedForAnInsertionLosesNothingAndTheNextStepSealsIt(DatabaseKind kind)
      throws Exception {
    try (Scene scene = new Scene(kind)) {
      Both<Outcome, EventStore.SealStep> both =
          scene.inLine(() -> scene.insert("in time"), scene::seal);

      assertThat(both.first().kind()).isEqualTo(Kind.APPLIED);
      assertThat(both.second().rows()).isEqualTo(1);
      assertThat(scene.tally().value()).isEqualTo(2);
      assertThat(scene.audit()).isEmpty();

      assertThat(scene.seal().rows()).isEqualTo(1);
      assertThat(scene.tally().sealed().events()).isEqualTo(2);
      assertThat(scene.insert("in time").rejection()).isEqualTo(Rejection.TOO_OLD);
      assertThat(scene.tally().value()).isEqualTo(2);
      assertThat(scene.audit()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"POSTGRESQL", "MARIADB"})
  void l3OfTwoSealsThatMeetEachRowIsSealedByOne(DatabaseKind kind) throws Exception {
    try (Scene scene = new Scene(kind)) {
      Both<EventStore.SealStep, EventStore.SealStep> both = scene.inLine(scene::seal, scene::seal);

      assertThat(both.first().rows() + both.second().rows()).isEqualTo(1);
      assertThat(scene.tally().sealed()).isEqualTo(new EventTally.Sealed(1, 0, 1));
      assertThat(scene.audit()).isEmpty();
    }
  }
}
