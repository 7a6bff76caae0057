package dev.trueup.jdbc.ledger;

import dev.trueup.testkit.servers.DatabaseKind;

class SqliteLedgerStoreTest extends LedgerOnDatabase {
  SqliteLedgerStoreTest() {
    super(DatabaseKind.SQLITE);
  }
}
