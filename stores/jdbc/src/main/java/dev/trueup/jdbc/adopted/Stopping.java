package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.Watch;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops a running statement when its watch says so: a long count gives no row to look between. */
final class Stopping implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Stopping.class);
  private static final long POLL_MILLIS = 200;
  private static final ScheduledExecutorService POLLER =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "trueup-stopping");
            thread.setDaemon(true);
            return thread;
          });

  private final Statement statement;
  private final ScheduledFuture<?> poll;

  Stopping(Statement statement, Watch watch) {
    this.statement = statement;
    this.poll =
        POLLER.scheduleWithFixedDelay(
            () -> stopIfAsked(statement, watch), POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  ResultSet query(String sql) throws SQLException {
    return statement.executeQuery(sql);
  }

  private static void stopIfAsked(Statement statement, Watch watch) {
    if (watch.isStopped()) {
      try {
        statement.cancel();
      } catch (SQLException e) {
        LOG.warn("A running count could not be stopped; it stops at its next row.", e);
      }
    }
  }

  @Override
  public void close() {
    poll.cancel(false);
  }
}
