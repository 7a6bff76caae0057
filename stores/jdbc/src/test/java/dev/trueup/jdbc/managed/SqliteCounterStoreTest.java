package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.DatabaseKind;

class SqliteCounterStoreTest extends StoreOnDatabase {
  SqliteCounterStoreTest() {
    super(DatabaseKind.SQLITE);
  }
}
