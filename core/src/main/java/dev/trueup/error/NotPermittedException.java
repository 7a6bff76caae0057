package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/** The database user may not do what was asked. Nothing was changed. */
public final class NotPermittedException extends TrueupException {
  public NotPermittedException(String message) {
    this(message, null);
  }

  public NotPermittedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
