package dev.trueup.jdbc.race;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Random;

/**
 * Makes columns wrong while everybody works: on hot and on quiet subjects, too much and too little.
 */
final class Planter implements AutoCloseable {
  private static final long PAUSE_MILLIS = 20;
  private static final int ERROR_MAX = 5;

  private final Ledger ledger;
  private final Connection connection;
  private final LongestWait longestWait = new LongestWait();
  private final Increment increment;
  private final Random random = new Random(42);
  private final Regularly regularly;

  Planter(Forum forum, Ledger ledger) throws SQLException {
    this.ledger = ledger;
    this.connection = forum.connect();
    this.increment = new Increment(connection, longestWait);
    this.regularly = new Regularly(PAUSE_MILLIS, this::plant, ledger);
  }

  long longestWaitMillis() {
    return longestWait.millis();
  }

  private void plant() {
    int subject = 1 + random.nextInt(random.nextInt(4) == 0 ? Forum.HOT : Forum.SUBJECTS);
    int error = (1 + random.nextInt(ERROR_MAX)) * (random.nextBoolean() ? 1 : -1);
    if (!ledger.plan(subject, error)) {
      return;
    }
    try {
      increment.add(subject, error);
    } catch (SQLException e) {
      ledger.fault("An error could not be planted: " + e);
    }
  }

  @Override
  public void close() throws SQLException {
    regularly.close();
    connection.close();
  }
}
