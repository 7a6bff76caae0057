package dev.trueup.jdbc;

import dev.trueup.testkit.servers.DatabaseKind;

class PostgreSqlRecordTest extends RecordOnDatabase {
  @Override
  DatabaseKind kind() {
    return DatabaseKind.POSTGRESQL;
  }
}
