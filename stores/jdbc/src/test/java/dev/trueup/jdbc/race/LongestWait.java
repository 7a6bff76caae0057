package dev.trueup.jdbc.race;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The longest that one UPDATE of the column took, waiting for its row lock included. */
final class LongestWait {
  private final AtomicLong nanos = new AtomicLong();

  void took(long waitedNanos) {
    nanos.accumulateAndGet(waitedNanos, Math::max);
  }

  long millis() {
    return TimeUnit.NANOSECONDS.toMillis(nanos.get());
  }
}
