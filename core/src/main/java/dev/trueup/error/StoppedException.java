package dev.trueup.error;

/**
 * Work was stopped by request before it ended. What was finished is kept; the rest can go on later.
 */
public final class StoppedException extends TrueupException {
  public StoppedException(String message) {
    super(message, null);
  }
}
