package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.DatabaseKind;

class SqliteFactSourceTest extends FactSourceOnDatabase {
  SqliteFactSourceTest() {
    super(DatabaseKind.SQLITE);
  }

  @Override
  String instantType() {
    return "text";
  }

  @Override
  String instant(String local) {
    return "'" + local.replace(' ', 'T') + "Z'";
  }

  @Override
  String localType() {
    return "text";
  }

  @Override
  String textType() {
    return "text COLLATE NOCASE";
  }
}
