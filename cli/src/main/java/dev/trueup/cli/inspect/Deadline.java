package dev.trueup.cli.inspect;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** When the time for a whole search is over. */
final class Deadline {
  private final InstantSource clock;
  private final Instant end;

  Deadline(InstantSource clock, Limits limits) {
    this.clock = clock;
    this.end = clock.instant().plus(Duration.ofSeconds(limits.secondsInAll()));
  }

  boolean isOver() {
    return clock.instant().isAfter(end);
  }
}
