package dev.trueup.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoRunTest {
  private static final int SECONDS = 6;
  private static final int POSTS = 6;

  @Test
  void underTheSameFaultsTheManagedCounterEndsTrueAndTheUsualOneDoesNot() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream progress = new ByteArrayOutputStream();
    int exitCode =
        new Demo(
                new DemoOptions(SECONDS, POSTS, 60, 12, true, false),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(progress, true, StandardCharsets.UTF_8),
                null)
            .run();

    JsonNode document = new ObjectMapper().readTree(out.toByteArray());
    assertThat(document.path("command").asText()).isEqualTo("demo");
    assertThat(document.path("seed").asLong()).isEqualTo(12);
    assertThat(document.path("events").asLong()).isGreaterThan(50);
    assertThat(document.path("faults").path("crashes").asLong()).isPositive();
    assertThat(document.path("faults").path("lostAnswers").asLong()).isPositive();
    assertThat(document.path("faults").path("duplicates").asLong()).isPositive();
    assertThat(document.path("faults").path("lateRows").asLong()).isPositive();

    Map<String, JsonNode> counters = new HashMap<>();
    document.path("counters").forEach(one -> counters.put(one.path("counter").asText(), one));
    assertThat(counters)
        .containsOnlyKeys("atomic-only", "recount-and-overwrite", "base-and-delta", "managed");
    long truth = number(counters, "atomic-only", "true");
    assertThat(truth).isPositive();
    for (String counter : counters.keySet()) {
      assertThat(number(counters, counter, "true")).isEqualTo(truth);
      assertThat(number(counters, counter, "shown") - truth)
          .isEqualTo(number(counters, counter, "drift"));
    }
    assertThat(number(counters, "atomic-only", "absolute")).isPositive();
    assertThat(number(counters, "base-and-delta", "shown"))
        .isEqualTo(number(counters, "atomic-only", "shown"));
    assertThat(number(counters, "managed", "absolute")).isZero();
    assertThat(number(counters, "managed", "postsWrong")).isZero();
    // Every lost answer is UNKNOWN to the application, and its retry counts nothing.
    JsonNode outcomes = document.path("outcomes");
    assertThat(outcomes.path("unknown").asLong())
        .isGreaterThanOrEqualTo(document.path("faults").path("lostAnswers").asLong());
    assertThat(outcomes.path("duplicate").asLong() + outcomes.path("covered").asLong())
        .isGreaterThanOrEqualTo(outcomes.path("unknown").asLong());
    assertThat(outcomes.path("rejected").asLong()).isZero();
    assertThat(document.path("reconciliation").path("sweeps").asLong()).isPositive();
    assertThat(exitCode).isEqualTo(Demo.HEALED);
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("writing")
        .contains("writes have stopped")
        .doesNotContain("\033");
  }

  private static long number(Map<String, JsonNode> counters, String counter, String field) {
    JsonNode one = counters.get(counter);
    assertThat(one).as(counter).isNotNull();
    assertThat(one.path(field).isIntegralNumber()).as(counter + " " + field).isTrue();
    return one.path(field).asLong();
  }
}
