package dev.trueup.jdbc.events;

import dev.trueup.testkit.servers.DatabaseKind;

class SqliteEventStoreTest extends EventsOnDatabase {
  SqliteEventStoreTest() {
    super(DatabaseKind.SQLITE);
  }
}
