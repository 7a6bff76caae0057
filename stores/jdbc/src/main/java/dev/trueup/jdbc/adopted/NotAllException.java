package dev.trueup.jdbc.adopted;

import dev.trueup.adopted.Correction.Outcome;
import dev.trueup.adopted.Correction.Result;

/** Rolls a transaction back because not every correction of it can be written. */
final class NotAllException extends RuntimeException {
  private final transient Result result;

  NotAllException(String why) {
    this(new Result(Outcome.REFUSED, why), null);
  }

  NotAllException(Result result, @org.jspecify.annotations.Nullable Throwable cause) {
    super(result.why(), cause);
    this.result = result;
  }

  Result result() {
    return result;
  }
}
