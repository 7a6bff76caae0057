package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.DatabaseKind;

class PostgreSqlCounterStoreTest extends StoreOnDatabase {
  PostgreSqlCounterStoreTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
