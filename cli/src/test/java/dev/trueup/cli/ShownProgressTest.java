package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.Watch.Phase;
import dev.trueup.testkit.time.SettableClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ShownProgressTest {
  private final SettableClock clock = SettableClock.inTheFuture();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final ShownProgress progress = progress();

  private ShownProgress progress() {
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Streams streams = new Streams(stream, stream, true, true, false, 100);
    CliContext context = new CliContext(streams, name -> null, clock);
    return new ShownProgress(new ProgressLine(context), clock);
  }

  private String shown(Phase phase, long done, long estimate) {
    err.reset();
    progress.progress("post.comments", phase, done, estimate);
    return err.toString(StandardCharsets.UTF_8).replaceAll("\\r|\\u001B\\[K", "");
  }

  @Test
  void the_time_left_follows_from_the_speed_of_this_run() {
    // A sweep that goes on in the middle did not do the first half in no time.
    assertThat(shown(Phase.COUNTING, 5_000, 10_000))
        .isEqualTo("post.comments: counting 50 % of 10000");
    clock.advance(Duration.ofSeconds(10));
    assertThat(shown(Phase.COUNTING, 6_000, 10_000))
        .isEqualTo("post.comments: counting 60 % of 10000, about 40 s left");
    clock.advance(Duration.ofSeconds(90));
    assertThat(shown(Phase.COUNTING, 6_250, 10_000))
        .isEqualTo("post.comments: counting 62 % of 10000, about 5 min left");
  }

  @Test
  void an_estimate_that_was_too_low_is_not_called_the_end() {
    shown(Phase.COUNTING, 1, 10);
    clock.advance(Duration.ofSeconds(10));
    assertThat(shown(Phase.COUNTING, 12, 10))
        .isEqualTo("post.comments: counting 12, more than the 10 expected");
  }

  @Test
  void a_phase_that_nobody_can_estimate_tells_what_is_done() {
    assertThat(shown(Phase.CORRECTING, 3, 0)).isEqualTo("post.comments: correcting 3");
  }
}
