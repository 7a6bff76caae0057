package dev.trueup.jdbc;

import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.NotPermittedException;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import java.sql.SQLException;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Turns what a driver throws into one plain sentence of Trueup's own errors. Thread-safe. */
public final class SqlErrors {
  private final String place;
  private final Dialect dialect;
  private final Secrets secrets;

  SqlErrors(DatabaseSettings settings, Dialect dialect) {
    this.place = "Database " + settings;
    this.dialect = dialect;
    this.secrets = new Secrets(settings.url(), settings.password());
  }

  /** The SQLException in a chain of causes, if there is one. */
  static @Nullable SQLException sqlCause(Throwable thrown) {
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      if (at instanceof SQLException sql) {
        return sql;
      }
    }
    return null;
  }

  /** What kind of refusal it is; OTHER where it is none of the database's. */
  public Failure failure(Throwable thrown) {
    SQLException sql = sqlCause(thrown);
    return sql == null ? Failure.OTHER : dialect.failure(sql);
  }

  /**
   * The error to throw for work that failed before its commit was sent: nothing was written.
   *
   * @param doing what was being done, as in {@code "count comments"}
   */
  public RuntimeException refused(Throwable thrown, String doing) {
    if (thrown instanceof TrueupException ours) {
      return ours;
    }
    if (sqlCause(thrown) == null) {
      return thrown instanceof RuntimeException runtime && !(thrown instanceof DataAccessException)
          ? runtime
          : new BadRequestException(place + " could not " + doing + ": " + said(thrown), thrown);
    }
    String said = said(thrown);
    Throwable cause = secrets.safe(thrown);
    return switch (failure(thrown)) {
      case UNREACHABLE ->
          new UnavailableException(
              place
                  + " went away or is not reachable; it was asked to "
                  + doing
                  + ". It said: "
                  + said
                  + ". Nothing was changed. Start it or look at its log, then run again.",
              cause);
      case NOT_PERMITTED ->
          new NotPermittedException(
              place
                  + " does not permit this user to "
                  + doing
                  + ". It said: "
                  + said
                  + ". Nothing was changed. Grant the permission or use another user.",
              cause);
      case NOT_THERE, WRONG_TYPE ->
          new SourceRefusedException(
              place
                  + " cannot "
                  + doing
                  + " as configured. It said: "
                  + said
                  + ". Nothing was changed. Correct the names and expressions.",
              cause);
      case RETRYABLE, STOPPED ->
          new UnavailableException(
              place
                  + " was too busy to "
                  + doing
                  + ". It said: "
                  + said
                  + ". Nothing was changed. Run again.",
              cause);
      case OUT_OF_RANGE ->
          new SourceRefusedException(
              place
                  + " met a number that does not fit when asked to "
                  + doing
                  + ". It said: "
                  + said
                  + ". Nothing was changed. Widen the type.",
              cause);
      case DUPLICATE_KEY, CONSTRAINT, OTHER ->
          new BadRequestException(
              place + " refused to " + doing + ". It said: " + said + ". Nothing was changed.",
              cause);
    };
  }

  /** The error for a commit whose answer does not prove that nothing was written. */
  public AnswerLostException lost(Throwable thrown, String doing) {
    return new AnswerLostException(
        place
            + " did not answer the commit when asked to "
            + doing
            + "; it may or may not have happened. It said: "
            + said(thrown),
        secrets.safe(thrown));
  }

  /** The error for a server that does not let us in. */
  UnavailableException closed(Throwable thrown) {
    return new UnavailableException(
        place
            + " cannot be used: "
            + said(thrown)
            + ". Nothing was changed. Check that it runs, its address, the user and the password.",
        secrets.safe(thrown));
  }

  private String said(Throwable thrown) {
    SQLException sql = sqlCause(thrown);
    Throwable from = sql == null ? thrown : sql;
    String message = from.getMessage();
    String first =
        message == null ? from.getClass().getSimpleName() : message.strip().split("\\R", 2)[0];
    String clean = secrets.clean(first);
    return clean.endsWith(".") ? clean.substring(0, clean.length() - 1) : clean;
  }
}
