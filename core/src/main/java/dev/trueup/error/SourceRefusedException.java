package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/**
 * A table, column, type or stamp of the user's own data cannot be counted as configured. Nothing
 * was changed.
 */
public final class SourceRefusedException extends TrueupException {
  public SourceRefusedException(String message) {
    this(message, null);
  }

  public SourceRefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
