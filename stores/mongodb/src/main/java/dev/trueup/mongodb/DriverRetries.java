package dev.trueup.mongodb;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Counts what the driver sends again by itself. A retryable write carries the number of its session
 * and of itself; the second time both are seen is a retry. Remembers only writes that failed, the
 * newest thousand. Thread-safe.
 */
final class DriverRetries implements CommandListener {
  private static final int REMEMBERED_MAX = 1_000;

  private final RetryCounts counts;
  // Both guarded by this.
  private final Set<BsonDocument> failed = new LinkedHashSet<>();
  private final java.util.Map<Integer, BsonDocument> underWay = new java.util.HashMap<>();

  DriverRetries(RetryCounts counts) {
    this.counts = counts;
  }

  @Override
  public synchronized void commandStarted(CommandStartedEvent event) {
    BsonValue number = event.getCommand().get("txnNumber");
    BsonValue session = event.getCommand().get("lsid");
    if (number == null || session == null) {
      return;
    }
    BsonDocument write = new BsonDocument("lsid", session).append("txnNumber", number);
    if (failed.remove(write)) {
      counts.driverRetry();
    }
    underWay.put(event.getRequestId(), write);
  }

  @Override
  public synchronized void commandSucceeded(CommandSucceededEvent event) {
    underWay.remove(event.getRequestId());
  }

  @Override
  public synchronized void commandFailed(CommandFailedEvent event) {
    BsonDocument write = underWay.remove(event.getRequestId());
    if (write == null) {
      return;
    }
    failed.add(write);
    if (failed.size() > REMEMBERED_MAX) {
      Iterator<BsonDocument> oldest = failed.iterator();
      oldest.next();
      oldest.remove();
    }
  }
}
