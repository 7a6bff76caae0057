package dev.trueup.jdbc.events;

import dev.trueup.testkit.servers.DatabaseKind;

class PostgreSqlEventStoreTest extends EventsOnDatabase {
  PostgreSqlEventStoreTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
