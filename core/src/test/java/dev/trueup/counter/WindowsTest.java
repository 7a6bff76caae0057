package dev.trueup.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WindowsTest {
  private final Windows windows = new Windows(Duration.ofSeconds(10));

  @Test
  void aWindowIsHalfOpen() {
    Instant start = Instant.parse("2030-01-01T00:00:10Z");
    assertThat(windows.startOf(start)).isEqualTo(start);
    assertThat(windows.startOf(start.minusNanos(1))).isEqualTo(start.minusSeconds(10));
    assertThat(windows.startOf(start.plusSeconds(10).minusNanos(1))).isEqualTo(start);
  }

  @Test
  void timeBeforeTheEpochIsCutLikeTimeAfterIt() {
    assertThat(windows.startOf(Instant.parse("1969-12-31T23:59:59.999Z")))
        .isEqualTo(Instant.parse("1969-12-31T23:59:50Z"));
    assertThat(windows.startOf(Instant.ofEpochSecond(0, -1)))
        .isEqualTo(Instant.parse("1969-12-31T23:59:50Z"));
  }

  @Test
  void aFactWithoutAStampIsBeforeAllWindows() {
    assertThat(windows.startOf(Instant.MIN)).isEqualTo(Windows.BEFORE_ALL);
    assertThat(windows.startOf(Windows.BEFORE_ALL)).isEqualTo(Windows.BEFORE_ALL);
  }

  @Test
  void aBoundaryIsItsOwnNextBoundary() {
    Instant boundary = Instant.parse("2030-01-01T00:00:10Z");
    assertThat(windows.boundaryFrom(boundary)).isEqualTo(boundary);
    assertThat(windows.boundaryFrom(boundary.plusNanos(1))).isEqualTo(boundary.plusSeconds(10));
  }

  @Test
  void windowsThatCannotBeCutAreRefused() {
    for (Duration bad :
        new Duration[] {
          Duration.ZERO, Duration.ofSeconds(-1), Duration.ofNanos(1_500_000), Duration.ofHours(25)
        }) {
      assertThatThrownBy(() -> new Windows(bad)).isInstanceOf(BadRequestException.class);
    }
  }
}
