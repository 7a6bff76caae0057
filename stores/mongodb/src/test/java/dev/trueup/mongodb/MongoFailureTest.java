package dev.trueup.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoCredential;
import com.mongodb.MongoException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoSocketReadException;
import com.mongodb.MongoSocketWriteException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ClusterId;
import com.mongodb.connection.ServerId;
import java.io.IOException;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class MongoFailureTest {
  private static final ServerAddress SERVER = new ServerAddress("localhost", 27_017);

  private static MongoException answered(int code, String message, String... labels) {
    BsonArray all = new BsonArray();
    for (String label : labels) {
      all.add(new BsonString(label));
    }
    return new MongoCommandException(
        new BsonDocument("ok", new BsonInt32(0))
            .append("code", new BsonInt32(code))
            .append("errmsg", new BsonString(message))
            .append("errorLabels", all),
        SERVER);
  }

  @Test
  void whatWasNeverSentDidNotHappen() {
    assertThat(MongoFailure.of(new MongoTimeoutException("no server")))
        .isEqualTo(MongoFailure.NOT_NOW);
    assertThat(MongoFailure.of(new MongoSocketOpenException("refused", SERVER, new IOException())))
        .isEqualTo(MongoFailure.NOT_NOW);
    assertThat(
            MongoFailure.of(
                new MongoConnectionPoolClearedException(
                    new ServerId(new ClusterId(), SERVER), new IOException("another broke"))))
        .isEqualTo(MongoFailure.NOT_NOW);
  }

  @Test
  void i5AnAnswerThatDidNotComeIsLostAndNeverNo() {
    IOException cut = new IOException("cut");
    assertThat(MongoFailure.of(new MongoSocketReadException("cut", SERVER, cut)))
        .isEqualTo(MongoFailure.LOST);
    assertThat(MongoFailure.of(new MongoSocketWriteException("cut", SERVER, cut)))
        .isEqualTo(MongoFailure.LOST);
    assertThat(MongoFailure.of(answered(91, "going down", "RetryableWriteError")))
        .isEqualTo(MongoFailure.LOST);
    assertThat(MongoFailure.of(answered(11_602, "stepping down", "RetryableWriteError")))
        .isEqualTo(MongoFailure.LOST);
  }

  @Test
  void conflictsAndRefusalsAreToldByCodeAndLabelNeverByText() {
    assertThat(MongoFailure.of(answered(112, "anything"))).isEqualTo(MongoFailure.CONFLICT);
    assertThat(MongoFailure.of(answered(251, "anything", "TransientTransactionError")))
        .isEqualTo(MongoFailure.CONFLICT);
    assertThat(MongoFailure.of(answered(10_107, "anything", "RetryableWriteError")))
        .isEqualTo(MongoFailure.NOT_NOW);
    assertThat(MongoFailure.of(answered(9, "WriteConflict, please retry your operation")))
        .isEqualTo(MongoFailure.REFUSED);
    assertThat(MongoFailure.of(answered(13, "anything"))).isEqualTo(MongoFailure.NOT_PERMITTED);
  }

  @Test
  void aRefusedLoginIsToldFromALoginThatBroke() {
    MongoCredential user = MongoCredential.createCredential("app", "admin", "s3cret".toCharArray());
    assertThat(
            MongoFailure.of(
                new MongoSecurityException(user, "no", answered(18, "Authentication failed."))))
        .isEqualTo(MongoFailure.LOGIN_REFUSED);
    assertThat(MongoFailure.of(answered(18, "anything"))).isEqualTo(MongoFailure.LOGIN_REFUSED);
    for (int goingAway : new int[] {91, 189, 11_600, 11_602, 10_107, 13_435}) {
      assertThat(
              MongoFailure.of(new MongoSecurityException(user, "no", answered(goingAway, "bye"))))
          .isEqualTo(MongoFailure.NOT_NOW);
    }
    assertThat(
            MongoFailure.of(
                new MongoSecurityException(
                    user, "cut", new MongoSocketReadException("cut", SERVER, new IOException()))))
        .isEqualTo(MongoFailure.NOT_NOW);
  }
}
