package dev.trueup.jdbc.ledger;

import dev.trueup.testkit.servers.DatabaseKind;

class PostgreSqlLedgerStoreTest extends LedgerOnDatabase {
  PostgreSqlLedgerStoreTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
