package dev.trueup.testkit.events;

import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.events.Exclusion;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The counter of a simulated run, and clients that think up events for it. Not thread-safe. */
final class EventScene {
  static final List<String> SUBJECTS = List.of("a", "b", "c");

  private static final ZoneId ZONE = ZoneId.of("Australia/Lord_Howe");
  private static final long HUGE = Long.MAX_VALUE / 3;
  private static final int RETENTION_UNITS = 60;

  private final RandomGenerator random;
  private final Duration unit;
  private final EventCounter counter;
  private final boolean huge;
  private final List<Event> sent = new ArrayList<>();
  private int ids;

  EventScene(RandomGenerator random) {
    this(random, true);
  }

  /**
   * @param mayBeHuge whether some runs have amounts that come near the end of 64 bits
   */
  EventScene(RandomGenerator random, boolean mayBeHuge) {
    this.random = random;
    boolean calendar = random.nextInt(3) == 0;
    this.unit = calendar ? Duration.ofMinutes(30) : Duration.ofSeconds(1);
    this.huge = mayBeHuge && random.nextInt(5) == 0;
    Cap cap =
        switch (random.nextInt(3)) {
          case 0 -> null;
          case 1 -> new Cap(1, interval(calendar));
          default -> new Cap(3, interval(calendar));
        };
    this.counter =
        EventCounter.of("simulated", unit.multipliedBy(RETENTION_UNITS))
            .withCounts(random.nextInt(3) == 0 ? Counts.ONCE_PER_ID : Counts.EVERY)
            .withExclusions(
                random.nextInt(2) == 0
                    ? List.of()
                    : List.of(
                        new Exclusion.Is("agent", Set.of("bot", "crawler")),
                        new Exclusion.SameAs("actor", "owner")))
            .withCap(cap)
            .withAheadMax(unit);
  }

  private CapInterval interval(boolean calendar) {
    return calendar
        ? new CapInterval.Calendar(CapInterval.Unit.DAY, ZONE)
        : new CapInterval.Fixed(unit.multipliedBy(13));
  }

  EventCounter counter() {
    return counter;
  }

  /** What a second is in the run's time. */
  Duration unit() {
    return unit;
  }

  /** A stretch of the run's time, from nothing up to so many units. */
  Duration upTo(int units) {
    return Duration.ofMillis(random.nextLong(unit.toMillis() * units));
  }

  Event next(Instant now) {
    Event event =
        Event.of(counter.name(), pick(SUBJECTS), "id-" + ++ids, timeAbout(now))
            .weighing(amount())
            .by(random.nextInt(12) == 0 ? null : pick(List.of("ann", "bob", "eve")))
            .with("owner", pick(List.of("ann", "zoe", "joe")));
    if (random.nextInt(8) == 0) {
      event = event.with("agent", pick(List.of("bot", "crawler", "phone")));
    }
    sent.add(event);
    return event;
  }

  /** An event that is over in a moment. */
  Event nextAboutToBeSealed(Instant now) {
    Event event = next(now);
    sent.remove(sent.size() - 1);
    Event old =
        Event.of(
                event.counter(),
                event.subject(),
                event.id(),
                now.minus(counter.retention()).plus(upTo(4)))
            .weighing(event.amount())
            .by(event.actor())
            .withAttributes(event.attributes());
    sent.add(old);
    return old;
  }

  /** Another event that wants the same slot of a cap. */
  Event rival(Event first) {
    Event other =
        Event.of(first.counter(), first.subject(), "id-" + ++ids, first.occurredAt())
            .weighing(amount())
            .by(first.actor())
            .withAttributes(first.attributes());
    sent.add(other);
    return other;
  }

  private Instant timeAbout(Instant now) {
    return switch (random.nextInt(20)) {
      case 0 -> now.plus(unit).plus(upTo(5)).plusMillis(1);
      case 1, 2 -> now.minus(upTo(RETENTION_UNITS * 3 / 2));
      case 3, 4, 5 -> now.minus(upTo(RETENTION_UNITS));
      default -> now.minus(upTo(12));
    };
  }

  private long amount() {
    if (huge && random.nextInt(6) == 0) {
      return random.nextBoolean() ? HUGE : -HUGE;
    }
    return switch (random.nextInt(10)) {
      case 0 -> -1;
      case 1, 2 -> 1 + random.nextInt(9);
      default -> 1;
    };
  }

  /** Whether anything was sent yet. */
  boolean hasSent() {
    return !sent.isEmpty();
  }

  /** The same id with something else. */
  Event contradict() {
    Event old = sent.get(sent.size() - 1 - random.nextInt(Math.min(sent.size(), 20)));
    Event other =
        switch (random.nextInt(3)) {
          case 0 -> old.weighing(old.amount() == 2 ? 3 : 2);
          case 1 -> old.by("mallory");
          default -> {
            Event later =
                Event.of(old.counter(), old.subject(), old.id(), old.occurredAt().minusMillis(1));
            yield later.weighing(old.amount()).by(old.actor()).withAttributes(old.attributes());
          }
        };
    sent.add(other);
    return other;
  }

  /** Another event with an id whose retention is over; null where there is none yet. */
  @Nullable Event reuse(Instant now) {
    Event old = sent.get(random.nextInt(sent.size()));
    if (!old.occurredAt().isBefore(now.minus(counter.retention()))) {
      return null;
    }
    Event other =
        Event.of(old.counter(), old.subject(), old.id(), now.minus(upTo(12)))
            .weighing(amount())
            .by(old.actor());
    sent.add(other);
    return other;
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }
}
