package dev.trueup.jdbc.members;

import dev.trueup.testkit.servers.DatabaseKind;

class SqliteMemberStoreTest extends MembersOnDatabase {
  SqliteMemberStoreTest() {
    super(DatabaseKind.SQLITE);
  }
}
