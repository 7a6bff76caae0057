package dev.trueup.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class WatermarkTest {
  private static final Instant T = Instant.parse("2030-01-01T00:00:00Z");
  private final Watermark watermark = new Watermark(T, T.plusSeconds(30));

  @Test
  void aChangeIsInsideOnlyIfBothItsWindowsAre() {
    assertThat(watermark.covers(new Cell(T.minusSeconds(10), T.plusSeconds(20)))).isTrue();
    assertThat(watermark.covers(new Cell(T, T.plusSeconds(20)))).isFalse();
    assertThat(watermark.covers(new Cell(T.minusSeconds(10), T.plusSeconds(30)))).isFalse();
    assertThat(watermark.covers(new Cell(Windows.BEFORE_ALL, Windows.BEFORE_ALL))).isTrue();
  }

  @Test
  void aFactStampedAfterItsEventIsAskedLikeAnyOther() {
    assertThat(watermark.covers(new Cell(T.plusSeconds(10), T.minusSeconds(10)))).isFalse();
  }

  @Test
  void i6RaisingNeverLowersEitherPart() {
    Watermark crossed = new Watermark(T.plusSeconds(10), T.plusSeconds(20));
    assertThat(watermark.raisedTo(crossed))
        .isEqualTo(new Watermark(T.plusSeconds(10), T.plusSeconds(30)));
    assertThat(watermark.raisedTo(crossed)).isEqualTo(crossed.raisedTo(watermark));
    assertThat(watermark.reaches(crossed)).isFalse();
    assertThat(watermark.raisedTo(crossed).reaches(crossed)).isTrue();
  }
}
