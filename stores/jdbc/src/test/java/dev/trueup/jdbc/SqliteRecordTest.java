package dev.trueup.jdbc;

import dev.trueup.testkit.servers.DatabaseKind;

class SqliteRecordTest extends RecordOnDatabase {
  @Override
  DatabaseKind kind() {
    return DatabaseKind.SQLITE;
  }
}
