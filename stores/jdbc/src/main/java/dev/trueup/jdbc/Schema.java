package dev.trueup.jdbc;

import dev.trueup.error.NotPermittedException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jooq.DSLContext;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

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
      if (!has(connection, HISTORY)) {
        tryOnce(database.words(), connection);
      }
    } catch (SQLException | DataAccessException e) {
      throw database.errors().refused(e, "create Trueup's own tables");
    }
    try {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(database.pool())
          .table(HISTORY)
          .locations("classpath:" + database.dialect().migrations())
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .baselineDescription("tables of the user, left alone")
          .cleanDisabled(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw database.errors().refused(e, "create or bring up to date Trueup's own tables");
    }
  }

  /** Whether a database has one of Trueup's own tables; asking makes none. */
  public static boolean has(Connection connection, String table) throws SQLException {
    try (ResultSet tables =
        connection
            .getMetaData()
            .getTables(connection.getCatalog(), connection.getSchema(), table, null)) {
      return tables.next();
    }
  }

  /** Flyway repeats a refused first table for ten seconds; a missing permission is told at once. */
  private static void tryOnce(DSLContext words, Connection connection) throws SQLException {
    Table<?> trial = DSL.table(DSL.name("trueup_trial"));
    Dialect.execute(
        connection,
        words
            .createTableIfNotExists(trial)
            .column(DSL.name("trial"), SQLDataType.INTEGER)
            .getSQL());
    Dialect.execute(connection, words.dropTableIfExists(trial).getSQL());
  }
}
