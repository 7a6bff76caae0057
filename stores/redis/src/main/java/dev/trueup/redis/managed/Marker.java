package dev.trueup.redis.managed;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * What stands in a bucket from the moment on since which all its changes are accepted. A bucket
 * without one was never enabled, or has lost its memory.
 *
 * @param text as it is stored; scripts compare it
 * @param since since when every change was accepted
 * @param windowMillis the size of the windows that its cells are cut in
 */
record Marker(String text, Instant since, long windowMillis) {
  static Marker of(String text) {
    int colon = text.indexOf(':');
    long micros = Long.parseLong(text.substring(0, colon));
    return new Marker(
        text,
        Instant.EPOCH.plus(micros, ChronoUnit.MICROS),
        Long.parseLong(text.substring(colon + 1)));
  }

  /** The same time, other windows. */
  Marker withWindow(long millis) {
    return of(text.substring(0, text.indexOf(':') + 1) + millis);
  }
}
