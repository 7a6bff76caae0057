package dev.trueup.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trueup.cli.CommandRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
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
                new DemoOptions(SECONDS, POSTS, 60, 12, true, true),
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

    theAuditOfTheKeptColumnFindsTheSameDrift(
        Path.of(document.path("kept").asText()),
        number(counters, "atomic-only", "drift"),
        number(counters, "atomic-only", "absolute"));
    assertThat(progress.toString(StandardCharsets.UTF_8))
        .contains("writing")
        .contains("writes have stopped")
        .doesNotContain("\033");
  }

  private static void theAuditOfTheKeptColumnFindsTheSameDrift(Path config, long net, long absolute)
      throws IOException {
    Path folder = requireNonNull(config.getParent());
    try {
      CommandRun audit =
          CommandRun.of("audit", "--offline", "--json", "--config", config.toString());
      JsonNode counter = new ObjectMapper().readTree(audit.out()).path("counters").path(0);
      assertThat(counter.path("counter").asText()).as(audit.all()).isEqualTo("post.comments");
      assertThat(counter.path("net").asLong()).isEqualTo(net);
      assertThat(counter.path("absolute").asLong()).isEqualTo(absolute);
    } finally {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  private static long number(Map<String, JsonNode> counters, String counter, String field) {
    JsonNode one = counters.get(counter);
    assertThat(one).as(counter).isNotNull();
    assertThat(one.path(field).isIntegralNumber()).as(counter + " " + field).isTrue();
    return one.path(field).asLong();
  }
}
