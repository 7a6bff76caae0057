package dev.trueup.jdbc;

import dev.trueup.testkit.servers.DatabaseKind;

class MariaDbRecordTest extends RecordOnDatabase {
  @Override
  DatabaseKind kind() {
    return DatabaseKind.MARIADB;
  }
}
