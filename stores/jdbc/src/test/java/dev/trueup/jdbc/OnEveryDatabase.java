package dev.trueup.jdbc;

import dev.trueup.testkit.servers.TestDatabase;

/** Opens the databases of the testkit as production code does. */
public final class OnEveryDatabase {
  private OnEveryDatabase() {}

  public static DatabaseSettings settings(TestDatabase database) {
    return DatabaseSettings.of(
        "app",
        database.url(),
        database.username().isEmpty() ? null : database.username(),
        database.password().isEmpty() ? null : database.password());
  }

  public static Database open(TestDatabase database) {
    return Database.open(settings(database));
  }

  /** A database for Trueup's own tables, which are there. */
  public static Database openStore(TestDatabase database) {
    Database opened = Database.open(settings(database).creating());
    Schema.migrate(opened);
    return opened;
  }
}
