package dev.trueup.events;

import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A counter of kind {@code events}: what counts as one is declared here, not coded.
 *
 * @param name as in trueup.yaml, {@code page.views}
 * @param retention how long an id is known and a late event is taken, at least
 * @param counts what the same id means
 * @param exclusions events that meet one of these do not count
 * @param cap how often an actor counts; null for no limit
 * @param aheadMax how far an event's time may be ahead of the store's clock
 */
public record EventCounter(
    String name,
    Duration retention,
    Counts counts,
    List<Exclusion> exclusions,
    @Nullable Cap cap,
    Duration aheadMax) {
  /** How far ahead where nothing else is said. */
  public static final Duration AHEAD_STANDARD = Duration.ofSeconds(30);

  public static final Duration RETENTION_MIN = Duration.ofMinutes(1);
  public static final Duration RETENTION_MAX = Duration.ofDays(3_660);

  /** What the same id means. */
  public enum Counts {
    /** Every event counts. The same id is a retry; with another amount, time or actor, an error. */
    EVERY,
    /** Events of one id are one, whatever else they say: the first to come counts. */
    ONCE_PER_ID
  }

  public EventCounter {
    if (!Counter.NAME.matcher(name).matches()) {
      throw new BadRequestException(
          "A counter cannot be called \""
              + name
              + "\"; allowed are 1 to 100 of a-z, 0-9, '.', '_' and '-'.");
    }
    if (retention.compareTo(RETENTION_MIN) < 0 || retention.compareTo(RETENTION_MAX) > 0) {
      throw new BadRequestException(
          "Counter "
              + name
              + ": a retention of "
              + retention
              + " cannot be used; from 1 minute to 3660 days is allowed.");
    }
    if (aheadMax.isNegative() || aheadMax.compareTo(Duration.ofDays(1)) > 0) {
      throw new BadRequestException(
          "Counter " + name + ": times may be ahead by 0 s to 24 h, not by " + aheadMax + ".");
    }
    exclusions = List.copyOf(exclusions);
  }

  /** Every event counts, none is left out, nothing is capped. */
  public static EventCounter of(String name, Duration retention) {
    return new EventCounter(name, retention, Counts.EVERY, List.of(), null, AHEAD_STANDARD);
  }

  /** The same with another meaning of ids. */
  public EventCounter withCounts(Counts meaning) {
    return new EventCounter(name, retention, meaning, exclusions, cap, aheadMax);
  }

  /** The same with these exclusions and no others. */
  public EventCounter withExclusions(List<Exclusion> all) {
    return new EventCounter(name, retention, counts, all, cap, aheadMax);
  }

  /** The same with a cap, or without one. */
  public EventCounter withCap(@Nullable Cap limit) {
    return new EventCounter(name, retention, counts, exclusions, limit, aheadMax);
  }

  /** The same with another allowance for clocks that are ahead. */
  public EventCounter withAheadMax(Duration ahead) {
    return new EventCounter(name, retention, counts, exclusions, cap, ahead);
  }

  /**
   * Below which time events may be sealed. Never inside an interval of the cap: what was counted in
   * an interval is remembered as long as one more event of it can come.
   */
  public Instant sealableBefore(Instant now) {
    return oldestWith(now.truncatedTo(ChronoUnit.MICROS).minus(retention));
  }

  /** Whether an event of this time belongs, wholly or with its cap's interval, below the line. */
  boolean isSealed(Instant occurredAt, Instant line) {
    return oldestWith(occurredAt).isBefore(line);
  }

  /** The earliest time that has to be remembered as long as this one is. */
  private Instant oldestWith(Instant at) {
    return cap == null ? at : cap.interval().spanOf(at).from();
  }
}
