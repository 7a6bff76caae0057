package dev.trueup.events;

import dev.trueup.error.BadRequestException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;

/** Cuts the events' own time into half-open intervals, each of which has a cap of its own. */
public sealed interface CapInterval {
  /** The interval that an instant is in. */
  Span spanOf(Instant at);

  /**
   * A half-open slice of time.
   *
   * @param from inside
   * @param to outside
   */
  record Span(Instant from, Instant to) {
    public boolean contains(Instant at) {
      return !at.isBefore(from) && at.isBefore(to);
    }
  }

  /**
   * Intervals of one length, aligned to 1970-01-01T00:00Z.
   *
   * @param length whole milliseconds, at least one and at most 366 days
   */
  record Fixed(Duration length) implements CapInterval {
    private static final Duration LENGTH_MAX = Duration.ofDays(366);

    public Fixed {
      if (length.isNegative()
          || length.isZero()
          || length.compareTo(LENGTH_MAX) > 0
          || length.toNanosPart() % 1_000_000 != 0) {
        throw new BadRequestException(
            "A cap's interval of "
                + length
                + " cannot be used; from 1 ms to 366 days in whole milliseconds is allowed.");
      }
    }

    @Override
    public Span spanOf(Instant at) {
      long millis = at.toEpochMilli();
      Instant from = Instant.ofEpochMilli(millis - Math.floorMod(millis, length.toMillis()));
      return new Span(from, from.plus(length));
    }
  }

  /** Days, weeks or months of a zone, as long as they are there: a day has 23, 24 or 25 hours. */
  record Calendar(Unit unit, ZoneId zone) implements CapInterval {
    @Override
    public Span spanOf(Instant at) {
      LocalDate first = unit.firstOf(at.atZone(zone).toLocalDate());
      Instant from = start(first);
      Instant to = start(unit.after(first));
      // Where clocks go back past midnight, the end of a day comes twice: the next one has begun.
      while (!at.isBefore(to)) {
        first = unit.after(first);
        from = to;
        to = start(unit.after(first));
      }
      return new Span(from, to);
    }

    private Instant start(LocalDate date) {
      return date.atStartOfDay(zone).toInstant();
    }
  }

  /** A slice of the calendar. */
  enum Unit {
    DAY,
    /** From Monday on. */
    WEEK,
    MONTH;

    private LocalDate firstOf(LocalDate date) {
      return switch (this) {
        case DAY -> date;
        case WEEK -> date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
        case MONTH -> date.withDayOfMonth(1);
      };
    }

    private LocalDate after(LocalDate first) {
      return switch (this) {
        case DAY -> first.plusDays(1);
        case WEEK -> first.plusWeeks(1);
        case MONTH -> first.plusMonths(1);
      };
    }
  }
}
