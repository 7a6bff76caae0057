package dev.trueup.jdbc.managed;

import dev.trueup.testkit.servers.DatabaseKind;

class MariaDbFactSourceTest extends FactSourceOnDatabase {
  MariaDbFactSourceTest() {
    super(DatabaseKind.MARIADB);
  }

  @Override
  String instantType() {
    return "timestamp(6)";
  }

  /** The server's own zone has an odd offset, and a literal is taken in the session's. */
  @Override
  String instant(String local) {
    return "convert_tz('" + local + "', '+00:00', @@session.time_zone)";
  }

  @Override
  String localType() {
    return "datetime(6)";
  }

  @Override
  String textType() {
    return "varchar(200) CHARACTER SET utf8mb4";
  }
}
