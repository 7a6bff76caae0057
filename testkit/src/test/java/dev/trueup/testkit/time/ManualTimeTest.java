package dev.trueup.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualTimeTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private final SettableClock clock = SettableClock.inTheFuture();
  private final ManualWaiter waiter = new ManualWaiter(clock);

  @Test
  void waitingMovesTheClockAndTakesNoTime() {
    waiter.waitFor(Duration.ofDays(365));

    assertThat(clock.instant()).isEqualTo(START.plus(Duration.ofDays(365)));
    assertThat(waiter.waits()).isEqualTo(1);
  }

  @Test
  void waitingForAPastInstantDoesNotTurnTheClockBack() {
    waiter.waitUntil(START.minusSeconds(5));

    assertThat(clock.instant()).isEqualTo(START);
  }

  @Test
  void whatIsPlannedHappensDuringAWaitAtItsOwnTimeInOrder() {
    List<String> happened = new ArrayList<>();
    ManualRunner runner = waiter.runner();
    runner.after(Duration.ofSeconds(2), () -> happened.add("second at " + clock.instant()));
    runner.after(
        Duration.ofSeconds(1),
        () -> {
          happened.add("first at " + clock.instant());
          runner.after(Duration.ofSeconds(1), () -> happened.add("third at " + clock.instant()));
        });
    runner.after(Duration.ofSeconds(9), () -> happened.add("too late"));

    waiter.waitFor(Duration.ofSeconds(3));

    assertThat(happened)
        .containsExactly(
            "first at " + START.plusSeconds(1),
            "second at " + START.plusSeconds(2),
            "third at " + START.plusSeconds(2));
    assertThat(runner.planned()).isEqualTo(1);
    assertThat(clock.instant()).isEqualTo(START.plusSeconds(3));
  }
}
