package dev.trueup.jdbc.members;

import dev.trueup.testkit.servers.DatabaseKind;

class MariaDbMemberStoreTest extends MembersOnDatabase {
  MariaDbMemberStoreTest() {
    super(DatabaseKind.MARIADB);
  }
}
