package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/**
 * Something that Trueup promises never to happen was seen. Work on the counter stops; it is a bug.
 */
public final class BrokenInvariantException extends TrueupException {
  public BrokenInvariantException(String message) {
    this(message, null);
  }

  public BrokenInvariantException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
