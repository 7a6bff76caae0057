package dev.trueup.jdbc;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Instants as whole microseconds since 1970-01-01T00:00Z in a 64-bit column: the same on every
 * database, free of zones, and ordered.
 */
public final class Micros {
  private Micros() {}

  /** Cuts off what is finer than a microsecond, downwards. */
  public static long of(Instant instant) {
    return Math.addExact(
        Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
  }

  public static Instant toInstant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
