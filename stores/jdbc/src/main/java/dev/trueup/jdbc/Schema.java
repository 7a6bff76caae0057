package dev.trueup.jdbc;

import dev.trueup.error.NotPermittedException;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/**
 * Trueup's own tables, all named {@code trueup_}, in versions that are only ever added to. They may
 * live beside the user's tables; those are never touched.
 */
public final class Schema {
  /** Where it is kept which versions a database has. */
  public static final String HISTORY = "trueup_schema_history";

  private Schema() {}

  /**
   * Brings a database to the newest version. Safe when several processes do it at once.
   *
   * @throws NotPermittedException if the user may not create tables
   */
  public static void migrate(Database database) {
    try (Connection connection = database.pool().getConnection()) {
      database.dialect().prepareStore(connection);
    } catch (SQLException e) {
      throw database.errors().refused(e, "be made ready for Trueup's own tables");
    }
    try {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(database.pool())
          .table(HISTORY)
          .locations("classpath:" + database.dialect().migrations())
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .baselineDescription("the user's own tables, left alone")
          .cleanDisabled(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw database.errors().refused(e, "create or bring up to date Trueup's own tables");
    }
  }
}
