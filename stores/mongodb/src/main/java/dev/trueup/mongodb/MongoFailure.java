package dev.trueup.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoConnectionPoolClearedException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.MongoOperationTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoServerUnavailableException;
import com.mongodb.MongoSocketException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import java.util.Set;

/** What a failure means for the operation it was the answer to. Told by type, code and label. */
enum MongoFailure {
  /** It was not carried out; the reason may pass. */
  NOT_NOW,
  /** It was not carried out: another write was faster. */
  CONFLICT,
  /** It may or may not have been carried out. */
  LOST,
  /** It was not carried out: this user may not log in. */
  LOGIN_REFUSED,
  /** It was not carried out: this user may not do it. */
  NOT_PERMITTED,
  /** It was not carried out: the server or the driver says no to it as it is. */
  REFUSED;

  static final int COMMAND_NOT_FOUND = 59;
  private static final int WRITE_CONFLICT = 112;
  private static final Set<Integer> NOT_PRIMARY = Set.of(10_107, 13_435, 13_436);
  private static final Set<Integer> GOING_AWAY = Set.of(91, 189, 11_600, 11_602);
  private static final Set<Integer> LOGIN = Set.of(18, 8_000);
  private static final Set<Integer> RIGHTS = Set.of(13, 31);

  static MongoFailure of(MongoException failure) {
    if (failure instanceof MongoOperationTimeoutException
        || failure instanceof MongoExecutionTimeoutException
        || failure instanceof MongoInterruptedException
        || failure instanceof MongoWriteConcernException) {
      return LOST;
    }
    if (failure instanceof MongoTimeoutException) {
      return NOT_NOW;
    }
    if (failure instanceof MongoSecurityException) {
      return serverSaysNo(failure) ? LOGIN_REFUSED : NOT_NOW;
    }
    if (failure instanceof MongoSocketOpenException
        || failure instanceof MongoConnectionPoolClearedException
        || failure instanceof MongoServerUnavailableException) {
      return NOT_NOW;
    }
    if (failure instanceof MongoSocketException) {
      return LOST;
    }
    int code = failure.getCode();
    if (code == WRITE_CONFLICT) {
      return CONFLICT;
    }
    if (LOGIN.contains(code)) {
      return LOGIN_REFUSED;
    }
    if (RIGHTS.contains(code)) {
      return NOT_PERMITTED;
    }
    if (NOT_PRIMARY.contains(code)) {
      return NOT_NOW;
    }
    if (failure.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL)) {
      return CONFLICT;
    }
    // A server that steps down may have done it.
    return failure.hasErrorLabel("RetryableWriteError") ? LOST : REFUSED;
  }

  /** Otherwise the connection broke on the way, or the server is gone or about to go. */
  private static boolean serverSaysNo(Throwable failure) {
    for (Throwable at = failure.getCause(); at != null; at = at.getCause()) {
      if (at instanceof MongoCommandException answer) {
        int code = answer.getCode();
        return !GOING_AWAY.contains(code) && !NOT_PRIMARY.contains(code);
      }
    }
    return false;
  }
}
