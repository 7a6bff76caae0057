package dev.trueup.error;

import org.jspecify.annotations.Nullable;

/** The answer to a write was lost: it may or may not have happened. Never to be read as no. */
public final class AnswerLostException extends TrueupException {
  public AnswerLostException(String message) {
    this(message, null);
  }

  public AnswerLostException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
