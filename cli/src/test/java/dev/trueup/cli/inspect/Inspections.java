package dev.trueup.cli.inspect;

import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.DatabaseSettings;
import dev.trueup.testkit.servers.TestDatabase;
import java.time.InstantSource;

/** Looks at databases of tests. */
final class Inspections {
  private Inspections() {}

  static Inspection of(TestDatabase database) {
    return of(database, Limits.DEFAULT);
  }

  static Inspection of(TestDatabase database, Limits limits) {
    DatabaseSettings settings =
        DatabaseSettings.of("app", database.url(), database.username(), database.password());
    try (Database opened = Database.open(settings)) {
      return Inspection.of(opened, InstantSource.system(), text -> {}, limits);
    }
  }
}
