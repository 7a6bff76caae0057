package dev.trueup.testkit.servers;

import java.util.concurrent.atomic.AtomicInteger;

/** Users without write permission, for tests that prove that something needs none. */
final class ReadOnlyUsers {
  private static final String PASSWORD = "reader-password";
  private static final AtomicInteger NEXT = new AtomicInteger(1);

  private ReadOnlyUsers() {}

  static TestDatabase of(TestDatabase database) {
    String user = "reader_" + ProcessHandle.current().pid() + "_" + NEXT.getAndIncrement();
    switch (database.kind()) {
      case POSTGRESQL ->
          database.execute(
              "CREATE ROLE " + user + " LOGIN PASSWORD '" + PASSWORD + "'",
              "GRANT USAGE ON SCHEMA public TO " + user,
              "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + user);
      case MARIADB ->
          database.execute(
              "CREATE USER " + user + " IDENTIFIED BY '" + PASSWORD + "'",
              "GRANT SELECT ON " + nameOf(database) + ".* TO " + user);
      case SQLITE -> {
        return new TestDatabase(
            DatabaseKind.SQLITE,
            "jdbc:sqlite:file:" + nameOf(database) + "?mode=ro",
            "",
            "",
            () -> {});
      }
    }
    return new TestDatabase(database.kind(), database.url(), user, PASSWORD, () -> {});
  }

  private static String nameOf(TestDatabase database) {
    String url = database.url();
    return database.kind() == DatabaseKind.SQLITE
        ? url.substring("jdbc:sqlite:".length())
        : url.substring(url.lastIndexOf('/') + 1);
  }
}
