package dev.trueup.mongodb;

import com.mongodb.MongoException;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.NotPermittedException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import org.bson.BsonMaximumSizeExceededException;

/** Turns what the driver throws into one plain sentence of Trueup's own errors. Thread-safe. */
final class MongoErrors {
  private static final int SAID_MAX = 300;

  private final String place;

  MongoErrors(MongoSettings settings) {
    this.place = "Database " + settings;
  }

  /** The error for an operation that was not carried out. */
  TrueupException refused(RuntimeException thrown, String doing) {
    if (thrown instanceof BsonMaximumSizeExceededException) {
      return new BadRequestException(
          place
              + " takes no document as large as the one it was given to "
              + doing
              + ". Nothing was changed. Make it smaller.",
          thrown);
    }
    MongoFailure failure =
        thrown instanceof MongoException known ? MongoFailure.of(known) : MongoFailure.REFUSED;
    return switch (failure) {
      case LOGIN_REFUSED ->
          new UnavailableException(
              place
                  + " refuses the login; it was asked to "
                  + doing
                  + ". Nothing was changed. Check user, password and authSource.",
              thrown);
      case NOT_PERMITTED ->
          new NotPermittedException(
              place
                  + " does not permit this user to "
                  + doing
                  + ". It said: "
                  + said(thrown)
                  + ". Nothing was changed. Grant the permission or use another user.",
              thrown);
      case NOT_NOW, LOST ->
          new UnavailableException(
              place
                  + " went away or is not reachable; it was asked to "
                  + doing
                  + ". It said: "
                  + said(thrown)
                  + ". Nothing was changed. Start it or look at its log, then run again.",
              thrown);
      case CONFLICT ->
          new UnavailableException(
              place
                  + " was too busy to "
                  + doing
                  + ". It said: "
                  + said(thrown)
                  + ". Nothing was changed. Run again.",
              thrown);
      case REFUSED ->
          new BadRequestException(
              place
                  + " refused to "
                  + doing
                  + ". It said: "
                  + said(thrown)
                  + ". Nothing was changed.",
              thrown);
    };
  }

  /** The error for an operation that may or may not have been carried out. */
  AnswerLostException lost(RuntimeException thrown, String doing) {
    return new AnswerLostException(
        place
            + " did not answer when asked to "
            + doing
            + "; it may or may not have happened. It said: "
            + said(thrown),
        thrown);
  }

  String place() {
    return place;
  }

  private static String said(Throwable thrown) {
    String message = thrown.getMessage();
    String first =
        message == null ? thrown.getClass().getSimpleName() : message.strip().split("\\R", 2)[0];
    String cut = first.length() > SAID_MAX ? first.substring(0, SAID_MAX) + "…" : first;
    return cut.endsWith(".") ? cut.substring(0, cut.length() - 1) : cut;
  }
}
