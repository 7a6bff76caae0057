package dev.trueup.cli;

import dev.trueup.adopted.Watch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Shows on a terminal how far a run is, and about how long it will go on. For one thread. */
final class ShownProgress implements Watch {
  /** Before that the speed is anybody's guess. */
  private static final Duration SPEED_KNOWN_AFTER = Duration.ofSeconds(2);

  private final ProgressLine line;
  private final InstantSource clock;
  private @Nullable Leg leg;

  /** A phase of a counter, and where it stood when it was first heard of. */
  private record Leg(String counter, Phase phase, long doneBefore, Instant since) {}

  ShownProgress(ProgressLine line, InstantSource clock) {
    this.line = line;
    this.clock = clock;
  }

  @Override
  public void progress(String counter, Phase phase, long done, long estimate) {
    Instant now = clock.instant();
    Leg current = leg;
    if (current == null || current.phase() != phase || !current.counter().equals(counter)) {
      current = new Leg(counter, phase, done, now);
      leg = current;
    }
    String doing =
        switch (phase) {
          case COUNTING -> "counting";
          case SAMPLING -> "sampling";
          case WAITING -> "waiting a settle time";
          case CORRECTING -> "correcting";
          case UNDOING -> "undoing";
        };
    line.show(counter + ": " + doing + share(current, now, done, estimate));
  }

  private static String share(Leg leg, Instant now, long done, long estimate) {
    if (estimate <= 0) {
      return done > 0 ? " " + done : "";
    }
    if (done > estimate) {
      return String.format(Locale.ROOT, " %d, more than the %d expected", done, estimate);
    }
    return String.format(Locale.ROOT, " %d %% of %d", 100 * done / estimate, estimate)
        + left(leg, now, done, estimate);
  }

  private static String left(Leg leg, Instant now, long done, long estimate) {
    Duration spent = Duration.between(leg.since(), now);
    long gained = done - leg.doneBefore();
    if (gained <= 0 || spent.compareTo(SPEED_KNOWN_AFTER) < 0) {
      return "";
    }
    long seconds = (long) ((double) spent.toMillis() / gained * (estimate - done) / 1_000);
    return ", about " + (seconds < 120 ? seconds + " s" : seconds / 60 + " min") + " left";
  }
}
