package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.events.CapInterval;
import dev.trueup.events.CapInterval.Calendar;
import dev.trueup.events.CapInterval.Span;
import dev.trueup.events.CapInterval.Unit;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Intervals of a cap are half-open, leave no instant out and hold none twice. */
class CapIntervalTest {
  @ParameterizedTest
  @CsvSource({
    "Europe/London, 2026-03-29T12:00:00Z, 23",
    "Europe/London, 2026-10-25T12:00:00Z, 25",
    "Europe/London, 2026-07-01T12:00:00Z, 24",
    "America/Sao_Paulo, 2018-11-04T12:00:00Z, 23",
    "America/Sao_Paulo, 2018-02-17T12:00:00Z, 25",
    "Pacific/Apia, 2011-12-29T12:00:00Z, 24",
  })
  void aDayHasTheHoursThatItHas(String zone, Instant noon, int hours) {
    Span span = new Calendar(Unit.DAY, ZoneId.of(zone)).spanOf(noon);
    assertThat(Duration.between(span.from(), span.to())).isEqualTo(Duration.ofHours(hours));
  }

  @Test
  void weeksBeginOnMondayAndMonthsOnTheirFirst() {
    Instant thursday = Instant.parse("2026-01-01T12:00:00Z");
    ZoneId utc = ZoneId.of("UTC");
    assertThat(new Calendar(Unit.WEEK, utc).spanOf(thursday))
        .isEqualTo(
            new Span(Instant.parse("2025-12-29T00:00:00Z"), Instant.parse("2026-01-05T00:00:00Z")));
    assertThat(new Calendar(Unit.MONTH, utc).spanOf(thursday))
        .isEqualTo(
            new Span(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2026-02-01T00:00:00Z")));
  }

  @Test
  void everyInstantIsInItsIntervalAndTheNextIntervalBeginsWhereItEnds() {
    SplittableRandom random = new SplittableRandom(7);
    for (CapInterval interval : intervals()) {
      for (int i = 0; i < 2_000; i++) {
        Instant at = Instant.ofEpochSecond(random.nextLong(-2_000_000_000L, 4_000_000_000L));
        Span span = interval.spanOf(at);
        assertThat(span.contains(at)).as("%s in %s of %s", at, span, interval).isTrue();
        assertThat(interval.spanOf(span.from())).isEqualTo(span);
        assertThat(interval.spanOf(span.to().minusNanos(1))).isEqualTo(span);
        assertThat(interval.spanOf(span.to()).from()).isEqualTo(span.to());
      }
    }
  }

  private static List<CapInterval> intervals() {
    return List.of(
        new CapInterval.Fixed(Duration.ofMinutes(7)),
        new Calendar(Unit.DAY, ZoneId.of("Australia/Lord_Howe")),
        // Here clocks went back one minute past midnight, so the end of a day came twice.
        new Calendar(Unit.DAY, ZoneId.of("America/St_Johns")),
        new Calendar(Unit.DAY, ZoneId.of("Pacific/Apia")),
        new Calendar(Unit.WEEK, ZoneId.of("America/St_Johns")),
        new Calendar(Unit.MONTH, ZoneId.of("Asia/Kathmandu")));
  }

  @Test
  void wherePastMidnightClocksGoBackTheNextDayHasBegunAndGoesOn() {
    // 2006-10-29 00:01 in St John's became 2006-10-28 23:01.
    Calendar days = new Calendar(Unit.DAY, ZoneId.of("America/St_Johns"));
    Span begun = days.spanOf(Instant.parse("2006-10-29T02:30:30Z"));
    Span again = days.spanOf(Instant.parse("2006-10-29T03:00:00Z"));
    assertThat(again).isEqualTo(begun);
    assertThat(begun.from()).isEqualTo(Instant.parse("2006-10-29T02:30:00Z"));
  }
}
