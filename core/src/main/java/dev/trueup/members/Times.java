package dev.trueup.members;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Which times an operation may carry. */
final class Times {
  static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");
  static final Instant MAX = Instant.parse("9999-12-31T00:00:00Z");

  private Times() {}

  static boolean isAllowed(Instant at) {
    return !at.isBefore(MIN) && !at.isAfter(MAX);
  }

  /** As stores keep it: cut off below the microsecond. Only for times that are allowed. */
  static Instant stored(Instant at) {
    return at.truncatedTo(ChronoUnit.MICROS);
  }
}
