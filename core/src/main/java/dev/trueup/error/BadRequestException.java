package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/** A call, an argument or a name that cannot be served as it is. Nothing was changed. */
public final class BadRequestException extends TrueupException {
  public BadRequestException(String message) {
    this(message, null);
  }

  public BadRequestException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
