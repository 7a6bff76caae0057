package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/**
 * The root of every error that Trueup raises. The message says what happened, to what, what is
 * allowed and what to do; it never holds a password.
 */
public abstract class TrueupException extends RuntimeException {
  protected TrueupException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
