package dev.trueup.jdbc.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.events.EventStoreCompatibility;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The suite on one database, and what that database itself holds on to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class EventsOnDatabase extends EventStoreCompatibility {
  private static final String OF =
      " WHERE counter = (SELECT id FROM trueup_event_counter WHERE name = ?) AND subject = ?";

  private final DatabaseKind kind;
  private TestDatabase server;
  private Database database;

  EventsOnDatabase(DatabaseKind kind) {
    this.kind = kind;
  }

  @BeforeAll
  void openDatabase() {
    server = Servers.of(kind).newDatabase();
    database = OnEveryDatabase.openStore(server);
  }

  @AfterAll
  void closeDatabase() {
    database.close();
    server.close();
  }

  @Override
  protected EventStore openStore() {
    return new JdbcEventStore(database);
  }

  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    String change =
        switch (tampering) {
          case VALUE_RAISED -> "UPDATE trueup_event_tally SET added = added + 1" + OF;
          case AMOUNT_CHANGED ->
              "UPDATE trueup_event_row SET amount = amount + 1" + OF + " AND id = 'id-2'";
          case ROW_REMOVED -> "DELETE FROM trueup_event_row" + OF + " AND id = 'id-2'";
          case SEALED_RAISED ->
              "UPDATE trueup_event_tally SET sealed_added = sealed_added + 1" + OF;
          case TALLY_REMOVED -> "DELETE FROM trueup_event_tally" + OF;
        };
    assertThat(byHand(change, counter, subject.key())).isEqualTo(1);
    return true;
  }

  @Test
  void l2TheDatabaseItselfHoldsAnIdOnceAndNoMoreSealedThanCounted() {
    EventStore store = openStore();
    EventCounter counter = EventCounter.of("by-hand.events", Duration.ofMinutes(1));
    store.enable(counter);
    store.apply(counter, List.of(Event.of(counter.name(), "s", "a", store.now()).weighing(5)));

    for (String change :
        List.of(
            "INSERT INTO trueup_event_row SELECT counter, subject, id, sequence + 1, amount,"
                + " occurred_at, actor, value_after FROM trueup_event_row"
                + OF,
            "UPDATE trueup_event_row SET amount = 0" + OF,
            "UPDATE trueup_event_tally SET sealed_added = 6" + OF,
            "UPDATE trueup_event_tally SET sealed_events = 2" + OF,
            "UPDATE trueup_event_tally SET added = -1" + OF)) {
      assertThatThrownBy(() -> byHand(change, counter.name(), "s"))
          .as(change)
          .hasCauseInstanceOf(SQLException.class);
    }
    assertThat(byHand("UPDATE trueup_event_tally SET added = 5" + OF, counter.name(), "s"))
        .isEqualTo(1);
  }

  private int byHand(String sql, String counter, String subject) {
    try (Connection connection = server.connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, counter);
      statement.setString(2, subject);
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException("Refused by hand: " + e.getMessage(), e);
    }
  }
}
