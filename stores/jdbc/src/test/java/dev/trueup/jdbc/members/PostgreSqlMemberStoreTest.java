package dev.trueup.jdbc.members;

import dev.trueup.testkit.servers.DatabaseKind;

class PostgreSqlMemberStoreTest extends MembersOnDatabase {
  PostgreSqlMemberStoreTest() {
    super(DatabaseKind.POSTGRESQL);
  }
}
