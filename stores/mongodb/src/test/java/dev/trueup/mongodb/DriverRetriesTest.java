package dev.trueup.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ConnectionDescription;
import com.mongodb.connection.ServerId;
import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.io.IOException;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** The server of these tests has no sessions, so the driver never retries on it: events do. */
class DriverRetriesTest {
  private static final ConnectionDescription CONNECTION =
      new ConnectionDescription(new ServerId(new ClusterId(), new ServerAddress()));

  private final RetryCounts counts = new RetryCounts();
  private final DriverRetries listener = new DriverRetries(counts);

  private void started(int request, long number) {
    listener.commandStarted(
        new CommandStartedEvent(
            null,
            1,
            request,
            CONNECTION,
            "forum",
            "update",
            new BsonDocument("update", new BsonString("posts"))
                .append("lsid", new BsonDocument("id", new BsonInt64(7)))
                .append("txnNumber", new BsonInt64(number))));
  }

  private void failed(int request) {
    listener.commandFailed(
        new CommandFailedEvent(
            null, 1, request, CONNECTION, "forum", "update", 5, new IOException("cut")));
  }

  @Test
  void aWriteThatFailsAndIsSentAgainUnderTheSameNumberIsOneRetry() {
    started(1, 1);
    failed(1);
    assertThat(counts.driver()).isZero();
    started(2, 1);
    assertThat(counts.driver()).isEqualTo(1);
    listener.commandSucceeded(
        new CommandSucceededEvent(
            null, 1, 2, CONNECTION, "forum", "update", new BsonDocument(), 5));
  }

  @Test
  void anotherWriteIsNoRetry() {
    started(1, 1);
    failed(1);
    started(2, 2);
    assertThat(counts.driver()).isZero();
    assertThat(counts.own()).isZero();
  }
}
