package dev.trueup.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.UnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutageTest {
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final Outage outage = new Outage("post.comments");
  private final List<TimelineMark> marks = new ArrayList<>();

  @Test
  void anOutageIsOneMarkHoweverManyRunsFailed() {
    outage.answered(NOON, marks::add);
    outage.failed(NOON.plusSeconds(1), "docs cannot be reached");
    outage.failed(NOON.plusSeconds(2), "another reason");
    outage.answered(NOON.plusSeconds(9), marks::add);
    outage.answered(NOON.plusSeconds(10), marks::add);

    assertThat(marks)
        .containsExactly(
            new TimelineMark(
                NOON.plusSeconds(1),
                "post.comments was not reconciled from 2030-01-01T12:00:01Z to"
                    + " 2030-01-01T12:00:09Z: docs cannot be reached"));
  }

  @Test
  void anOutageOfWhichNothingCouldBeWrittenGoesOn() {
    outage.failed(NOON, "docs cannot be reached");
    assertThatThrownBy(
            () ->
                outage.answered(
                    NOON.plusSeconds(1),
                    mark -> {
                      throw new UnavailableException("the history neither", null);
                    }))
        .isInstanceOf(UnavailableException.class);
    outage.answered(NOON.plusSeconds(5), marks::add);

    assertThat(marks).hasSize(1);
    assertThat(marks.get(0).at()).isEqualTo(NOON);
    assertThat(marks.get(0).label()).contains("to 2030-01-01T12:00:05Z");
  }

  @Test
  void aLongReasonIsCutToWhatAMarkHolds() {
    outage.failed(NOON, "x".repeat(500));
    outage.answered(NOON.plusSeconds(1), marks::add);

    assertThat(marks.get(0).label()).hasSize(TimelineMark.LABEL_LENGTH_MAX).endsWith("x…");
  }
}
