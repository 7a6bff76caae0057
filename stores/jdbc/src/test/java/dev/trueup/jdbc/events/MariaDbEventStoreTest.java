package dev.trueup.jdbc.events;

import dev.trueup.testkit.servers.DatabaseKind;

class MariaDbEventStoreTest extends EventsOnDatabase {
  MariaDbEventStoreTest() {
    super(DatabaseKind.MARIADB);
  }
}
