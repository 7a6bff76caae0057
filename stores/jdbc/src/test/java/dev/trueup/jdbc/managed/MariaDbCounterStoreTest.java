package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.DatabaseKind;

class MariaDbCounterStoreTest extends StoreOnDatabase {
  MariaDbCounterStoreTest() {
    super(DatabaseKind.MARIADB);
  }
}
