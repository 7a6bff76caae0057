package dev.trueup.jdbc.members;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.members.MemberStore;
import dev.trueup.testkit.members.MemberStoreCompatibility;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The compatibility suite of members on one database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class MembersOnDatabase extends MemberStoreCompatibility {
  private final DatabaseKind kind;
  private TestDatabase server;
  private Database database;

  MembersOnDatabase(DatabaseKind kind) {
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
  protected MemberStore openStore() {
    return new JdbcMemberStore(database);
  }
}
