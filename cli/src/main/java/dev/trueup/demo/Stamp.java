package dev.trueup.demo;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/**
 * The application's stamps, to the millisecond. No two are the same, so that two changes of one
 * comment are never taken for one. Used by one thread.
 */
final class Stamp {
  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final InstantSource clock;
  private Instant last = Instant.MIN;

  Stamp(InstantSource clock) {
    this.clock = clock;
  }

  Instant now() {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    last = now.isAfter(last) ? now : last.plusMillis(1);
    return last;
  }

  Instant ago(Duration duration) {
    return now().minus(duration).truncatedTo(ChronoUnit.MILLIS);
  }

  /** As the forum stores it: UTC, without a zone. */
  static String text(Instant stamp) {
    return TEXT.format(stamp);
  }
}
