package dev.trueup.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import dev.trueup.error.StoppedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final List<Duration> waits = new ArrayList<>();

  @Test
  void theSlowerOfRateAndDutyRules() {
    Pace pace = new Pace(waits::add).factsPerSecond(1_000).duty(0.25);
    assertThat(pace.restAfter(2_000, Duration.ofMillis(100))).isEqualTo(Duration.ofMillis(1_900));
    assertThat(pace.restAfter(10, Duration.ofMillis(100))).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void withoutLimitsNothingIsWaitedFor() {
    assertThat(new Pace(waits::add).restAfter(Long.MAX_VALUE / 2, Duration.ofSeconds(1)))
        .isLessThan(Duration.ofSeconds(1));
    assertThat(new Pace(waits::add).restAfter(1_000_000, Duration.ofSeconds(1))).isZero();
  }

  @Test
  void aPauseLastsAsLongAsSomebodyAsksForIt() {
    int[] asked = {0};
    new Pace(waits::add).pauseWhile(() -> asked[0]++ < 3).rest(Duration.ZERO);
    assertThat(waits).hasSize(3);
  }

  @Test
  void workIsStoppedInTheMiddleOfALongRest() {
    List<Pace> self = new ArrayList<>();
    Pace pace =
        new Pace(
            wait -> {
              waits.add(wait);
              self.get(0).stop();
            });
    self.add(pace);
    assertThatThrownBy(() -> pace.rest(Duration.ofHours(5))).isInstanceOf(StoppedException.class);
    assertThat(waits).hasSize(1);
  }

  @Test
  void aPaceThatNeverEndsIsRefused() {
    assertThatThrownBy(() -> new Pace(waits::add).factsPerSecond(0))
        .isInstanceOf(BadRequestException.class);
    for (double bad : new double[] {0, -1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new Pace(waits::add).duty(bad))
          .isInstanceOf(BadRequestException.class);
    }
  }
}
