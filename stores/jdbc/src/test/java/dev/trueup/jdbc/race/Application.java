package dev.trueup.jdbc.race;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writers at full speed. Each adds comments and removes some of its own, and keeps the column by
 * increments: both in one transaction, or the increment 50 ms after the row's commit.
 */
final class Application implements AutoCloseable {
  private static final int WRITERS = 4;
  private static final int OWN_ROWS_MAX = 200;

  private final Forum forum;
  private final Ledger ledger;
  private final boolean sameTransaction;
  private final LongestWait longestWait = new LongestWait();
  private final LateIncrements late;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final AtomicLong writes = new AtomicLong();
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

  Application(Forum forum, Ledger ledger, boolean sameTransaction) {
    this.forum = forum;
    this.ledger = ledger;
    this.sameTransaction = sameTransaction;
    this.late = new LateIncrements(forum, ledger, longestWait);
    for (int i = 0; i < WRITERS; i++) {
      Random random = new Random(i);
      writers.execute(() -> write(random));
    }
  }

  long writes() {
    return writes.get();
  }

  long longestWaitMillis() {
    return longestWait.millis();
  }

  private void write(Random random) {
    Map<Integer, Deque<Long>> own = new HashMap<>();
    try (Connection connection = forum.connect();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO comments (post_id) VALUES (?)", Statement.RETURN_GENERATED_KEYS);
        PreparedStatement delete =
            connection.prepareStatement("DELETE FROM comments WHERE id = ?");
        Increment increment = new Increment(connection, longestWait)) {
      connection.setAutoCommit(false);
      while (!stopped.get()) {
        int subject = pick(random);
        Deque<Long> rows = own.computeIfAbsent(subject, unused -> new ArrayDeque<>());
        boolean remove = !rows.isEmpty() && (rows.size() > OWN_ROWS_MAX || random.nextInt(4) == 0);
        if (remove) {
          delete.setLong(1, rows.remove());
          delete.executeUpdate();
        } else {
          insert.setInt(1, subject);
          insert.executeUpdate();
          try (ResultSet key = insert.getGeneratedKeys()) {
            key.next();
            rows.add(key.getLong(1));
          }
        }
        count(connection, increment, subject, remove ? -1 : 1);
        writes.incrementAndGet();
      }
    } catch (SQLException | InterruptedException e) {
      ledger.fault("A writer failed: " + e);
    }
  }

  private void count(Connection connection, Increment increment, int subject, int amount)
      throws SQLException, InterruptedException {
    if (sameTransaction) {
      increment.add(subject, amount);
      connection.commit();
      ledger.counted(subject, amount);
    } else {
      connection.commit();
      late.add(subject, amount);
    }
  }

  /** One write in 300 goes to a quiet subject: each is written every few seconds. */
  private static int pick(Random random) {
    return random.nextInt(300) == 0
        ? Forum.HOT + 1 + random.nextInt(Forum.SUBJECTS - Forum.HOT)
        : 1 + random.nextInt(Forum.HOT);
  }

  /** Stops the writers and waits until the last late increment is in. */
  @Override
  public void close() {
    stopped.set(true);
    Ending.of(writers, ledger);
    late.close();
  }
}
