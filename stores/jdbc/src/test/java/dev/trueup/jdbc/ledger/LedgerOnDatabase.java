package dev.trueup.jdbc.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Subject;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.jdbc.Schema;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerStore;
import dev.trueup.testkit.ledger.LedgerStoreCompatibility;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The suite on one database, and what that database itself holds on to. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LedgerOnDatabase extends LedgerStoreCompatibility {
  private final DatabaseKind kind;
  private TestDatabase server;
  private Database database;

  LedgerOnDatabase(DatabaseKind kind) {
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
  protected LedgerStore openStore() {
    return new JdbcLedgerStore(database);
  }

  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    String of = " WHERE ledger = (SELECT id FROM trueup_ledger WHERE name = ?) AND subject = ?";
    String last =
        switch (tampering) {
          case BALANCE_RAISED ->
              "UPDATE trueup_ledger_balance SET balance = balance + 1, available = available + 1"
                  + of;
          case ENTRY_CHANGED ->
              "UPDATE trueup_ledger_entry SET amount = amount + 1" + of + " AND sequence = 1";
          case FIRST_ENTRY_REMOVED -> "DELETE FROM trueup_ledger_entry" + of + " AND sequence = 1";
          case LAST_ENTRY_REMOVED -> "DELETE FROM trueup_ledger_entry" + of + " AND sequence = 6";
          case RESERVATION_CHANGED ->
              "UPDATE trueup_ledger_reservation SET open = open - 1" + of + " AND id = 'r'";
          case BALANCE_REMOVED -> "DELETE FROM trueup_ledger_balance" + of;
        };
    assertThat(byHand(last, counter, subject.key())).isEqualTo(1);
    return true;
  }

  @Test
  void l1TheDatabaseItselfHoldsFloorAndCeiling() {
    String name = "by-hand.bounds";
    LedgerStore store = openStore();
    LedgerCounter counter = new LedgerCounter(name, new Bounds(0, 10));
    store.enable(counter);
    store.apply(counter, List.of(new LedgerOperation.Append(new Subject("s"), "a", 5)));
    String of = " WHERE ledger = (SELECT id FROM trueup_ledger WHERE name = ?) AND subject = ?";

    for (String change :
        List.of(
            "balance = -1, available = -1",
            "available = -1",
            "balance = 11",
            "available = 6",
            "balance = balance - 6, available = available - 6",
            "floor = 6",
            "ceiling = 4")) {
      String sql = "UPDATE trueup_ledger_balance SET " + change + of;
      assertThatThrownBy(() -> byHand(sql, name, "s"))
          .as(change)
          .hasCauseInstanceOf(SQLException.class);
    }
    assertThat(byHand("UPDATE trueup_ledger_balance SET balance = 5" + of, name, "s")).isEqualTo(1);
  }

  @Test
  void l2TheDatabaseItselfHoldsAnIdOnce() {
    String name = "by-hand.ids";
    LedgerStore store = openStore();
    LedgerCounter counter = new LedgerCounter(name, Bounds.NONE);
    store.enable(counter);
    store.apply(counter, List.of(new LedgerOperation.Append(new Subject("s"), "a", 5)));

    assertThatThrownBy(
            () ->
                byHand(
                    "INSERT INTO trueup_ledger_entry SELECT ledger, subject, sequence + 1,"
                        + " id_space, id, kind, amount, held, reference, expires_at, accepted_at,"
                        + " balance_after, available_after FROM trueup_ledger_entry"
                        + " WHERE ledger = (SELECT id FROM trueup_ledger WHERE name = ?)"
                        + " AND subject = ?",
                    name,
                    "s"))
        .hasCauseInstanceOf(SQLException.class);
  }

  @Test
  void theSchemaIsMadeOnceHoweverOften() {
    Schema.migrate(database);
    Schema.migrate(database);
    assertThat(openStore().now()).isNotNull();
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
