package dev.trueup;

import dev.trueup.jdbc.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.BooleanSupplier;

/** Asks a database whether recounting should rest now. */
final class PauseQuestion implements BooleanSupplier {
  private static final int SECONDS_MAX = 10;

  private final Database database;
  private final String query;

  PauseQuestion(Database database, String query) {
    this.database = database;
    this.query = query;
  }

  /** Yes if the first value of the first row is true or a number that is not zero. */
  @Override
  public boolean getAsBoolean() {
    return database.read(
        "answer pause-while",
        transaction -> {
          try (Statement statement = transaction.connection().createStatement()) {
            statement.setQueryTimeout(SECONDS_MAX);
            statement.setMaxRows(1);
            try (ResultSet rows = statement.executeQuery(query)) {
              return rows.next() && isYes(rows);
            }
          }
        });
  }

  private static boolean isYes(ResultSet row) throws SQLException {
    String value = row.getString(1);
    return value != null
        && !value.isBlank()
        && !value.equals("0")
        && !value.equalsIgnoreCase("f")
        && !value.equalsIgnoreCase("false");
  }
}
