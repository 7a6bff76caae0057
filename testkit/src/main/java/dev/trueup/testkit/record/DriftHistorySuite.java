package dev.trueup.testkit.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.drift.DriftRun;
import dev.trueup.drift.TimelineMark;
import dev.trueup.store.DriftHistory;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What runs found, over time. */
public interface DriftHistorySuite extends RecordSuite {
  /** When tests begin. */
  Instant T = Instant.parse("2030-01-01T00:00:00.000001Z");

  /** A run so many minutes after {@link #T}. */
  static DriftRun run(String counter, int minute, @Nullable String repairId) {
    Instant start = T.plusSeconds(60L * minute);
    return new DriftRun(
        counter,
        DriftRun.Kind.SWEEP,
        start,
        start.plusSeconds(5),
        1_000,
        3,
        2,
        1,
        new BigDecimal("-12345678901234567890.0100"),
        new BigDecimal("12345678901234567890.0100"),
        repairId);
  }

  @Test
  default void whatRunsFoundIsReadBackExactlyTheNewestFirst() {
    DriftHistory history = history();
    history.record(run("post.comments", 0, null));
    history.record(run("post.comments", 1, "r-20300101-0001"));
    history.record(run("post.comments", 2, null));
    history.record(run("post.Comments", 1, null));

    assertThat(history.runs("post.comments", T, T.plusSeconds(120), 10))
        .containsExactly(run("post.comments", 1, "r-20300101-0001"), run("post.comments", 0, null));
    assertThat(history.runs("post.comments", T, T.plusSeconds(121), 1))
        .containsExactly(run("post.comments", 2, null));
  }

  @Test
  default void whatIsOlderThanAnInstantIsDropped() {
    DriftHistory history = history();
    history.record(run("post.comments", 0, null));
    history.record(run("post.comments", 1, null));
    history.mark(new TimelineMark(T, "deploy"));
    history.mark(new TimelineMark(T.plusSeconds(60), "deploy"));

    history.dropBefore(T.plusSeconds(60));

    assertThat(history.runs("post.comments", T, T.plusSeconds(3600), 10))
        .containsExactly(run("post.comments", 1, null));
    assertThat(history.marks(T, T.plusSeconds(3600), 10))
        .containsExactly(new TimelineMark(T.plusSeconds(60), "deploy"));
  }

  @Test
  default void aDeployIsMarkedOnTheTimeLine() {
    DriftHistory history = history();
    history.mark(new TimelineMark(T, "deploy 1.4 \u011f\u0130"));
    history.mark(new TimelineMark(T.plusSeconds(1), "incident 7"));
    assertThat(history.marks(T, T.plusSeconds(1), 10))
        .containsExactly(new TimelineMark(T, "deploy 1.4 \u011f\u0130"));
    assertThat(history.marks(T, T.plusSeconds(2), 1))
        .containsExactly(new TimelineMark(T.plusSeconds(1), "incident 7"));
  }
}
