package dev.trueup.jdbc.ledger;

import dev.trueup.testkit.servers.DatabaseKind;

class MariaDbLedgerStoreTest extends LedgerOnDatabase {
  MariaDbLedgerStoreTest() {
    super(DatabaseKind.MARIADB);
  }
}
