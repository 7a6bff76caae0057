package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.DatabaseKind;

class PostgreSqlFactSourceTest extends FactSourceOnDatabase {
  PostgreSqlFactSourceTest() {
    super(DatabaseKind.POSTGRESQL);
  }

  @Override
  String instantType() {
    return "timestamptz";
  }

  @Override
  String instant(String local) {
    return "'" + local + "+00'";
  }

  @Override
  String localType() {
    return "timestamp";
  }

  @Override
  String textType() {
    return "text";
  }
}
