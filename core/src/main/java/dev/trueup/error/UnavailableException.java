package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/**
 * A database that is down, refuses the login or does not answer. What was sent before did not
 * happen.
 */
public final class UnavailableException extends TrueupException {
  public UnavailableException(String message) {
    this(message, null);
  }

  public UnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
