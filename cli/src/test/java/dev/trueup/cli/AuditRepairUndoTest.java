package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AuditRepairUndoTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditShowsWhatIsWrongAndChangesNothing(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database());
      String before = blog.counters();
      CommandRun run = blog.run("audit");
      assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
      assertThat(run.out().lines().map(String::strip))
          .anyMatch(line -> line.matches("post\\.comments +6 +3 +0 +4 +0 +drift"))
          .anyMatch(line -> line.matches("post\\.comments +3 +3 +1 +\\+2 +drift"))
          .anyMatch(line -> line.matches("post\\.comments +4 +0 +1 +-1 +drift"))
          .anyMatch(line -> line.matches("post\\.comments +5 +NULL +1 +-1 +null"));
      assertThat(blog.counters()).isEqualTo(before);
      assertThat(folder.resolve(".trueup")).doesNotExist();
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditNeedsNoPermissionToWrite(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      TestDatabase reader = blog.database().readOnly();
      blog.config(reader);
      CommandRun run = blog.run(reader, "audit", "post.comments");
      assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
      assertThat(run.out()).contains("drift");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void jsonIsTheFixedDocument(DatabaseKind kind, @TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database());
      CommandRun run = blog.run("audit", "--json");
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).isEmpty();
      JsonNode document = JSON.readTree(run.out());
      assertThat(document.get("command").asText()).isEqualTo("audit");
      assertThat(document.get("startedAt").asText()).endsWith("Z");
      JsonNode counter = document.get("counters").get(0);
      assertThat(counter.get("counter").asText()).isEqualTo("post.comments");
      assertThat(counter.get("subjects")).isEqualTo(JSON.readTree("6"));
      assertThat(counter.get("drifted")).isEqualTo(JSON.readTree("" + Blog.DRIFTED));
      assertThat(counter.get("net")).isEqualTo(JSON.readTree("0"));
      assertThat(counter.get("absolute")).isEqualTo(JSON.readTree("4"));
      assertThat(counter.get("undecided")).isEqualTo(JSON.readTree("0"));
      assertThat(counter.get("verdicts"))
          .isEqualTo(JSON.readTree("{\"null\":2,\"missing\":0,\"not-a-number\":0,\"overflow\":0}"));
      assertThat(counter.get("drifts").get(0))
          .isEqualTo(
              JSON.readTree(
                  "{\"subject\":\"3\",\"counted\":3,\"truth\":1,\"drift\":2,\"verdict\":\"drift\"}"));
      assertThat(counter.get("drifts").get(2))
          .isEqualTo(
              JSON.readTree(
                  "{\"subject\":\"5\",\"counted\":null,\"truth\":1,\"drift\":-1,"
                      + "\"verdict\":\"null\"}"));
      assertThat(document.has("repair")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void whatDoesNotHoldStillIsUndecidedAndLeftAlone(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database());
      String before = blog.counters();
      AtomicInteger waits = new AtomicInteger();
      CommandRun run =
          blog.readAlong(
              written -> {
                if (written.contains("waiting a settle time") && waits.getAndIncrement() == 0) {
                  blog.database()
                      .execute(
                          "INSERT INTO comments (id, post_id, status) VALUES (13, 3, 'ok'),"
                              + " (14, 4, 'ok'), (15, 5, 'ok')");
                }
              },
              "repair");
      assertThat(run.exitCode()).as(run.all()).isEqualTo(ExitCode.UNDECIDED);
      assertThat(run.out().lines().map(String::strip))
          .anyMatch(line -> line.matches("post\\.comments +6 +0 +0 +0 +0 +3"));
      assertThat(run.out()).contains("Nothing was corrected.");
      assertThat(waits.get()).isPositive();
      assertThat(blog.counters()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aRepairCorrectsAndItsUndoBringsEveryOldValueBack(DatabaseKind kind, @TempDir Path folder)
      throws Exception {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database());
      String before = blog.counters();
      CommandRun repair = blog.run("repair", "--json");
      assertThat(repair.exitCode()).as(repair.all()).isZero();
      JsonNode document = JSON.readTree(repair.out());
      String id = document.get("repair").asText();
      assertThat(id).matches("r-[0-9]{8}-[0-9]{4}");
      assertThat(document.get("counters").get(0).get("corrected").asInt()).isEqualTo(3);
      assertThat(blog.counters()).isEqualTo("1=2/3.5 2=0/0 3=1/1.25 4=1/1 5=1/1 6=null/0");

      CommandRun clean = blog.run("audit");
      assertThat(clean.exitCode()).as(clean.all()).isZero();
      assertThat(clean.out()).contains("clean");
      CommandRun nothing = blog.run("repair", "--offline");
      assertThat(nothing.exitCode()).isZero();
      assertThat(nothing.out()).contains("Nothing was corrected.");

      CommandRun undo = blog.run("undo", id);
      assertThat(undo.exitCode()).as(undo.all()).isZero();
      assertThat(undo.out()).contains("3 taken back");
      assertThat(blog.counters()).isEqualTo(before);
      assertThat(blog.run("undo", id).out()).contains("taken back before");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void decimalAmountsAreStrings(DatabaseKind kind, @TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(
          blog.database(),
          "where: \"status = 'ok'\"",
          "amount: price\n      scale: 2",
          "column: comment_count",
          "column: price_total");
      CommandRun clean = blog.run("audit", "--json");
      assertThat(clean.exitCode()).as(clean.all()).isZero();
      assertThat(JSON.readTree(clean.out()).get("counters").get(0).get("net").isTextual()).isTrue();
      blog.database().execute("UPDATE posts SET price_total = 3.75 WHERE id = 1");
      JsonNode drift =
          JSON.readTree(blog.run("audit", "--json").out())
              .get("counters")
              .get(0)
              .get("drifts")
              .get(0);
      assertThat(drift)
          .isEqualTo(
              JSON.readTree(
                  "{\"subject\":\"1\",\"counted\":\"3.75\",\"truth\":\"3.50\",\"drift\":\"0.25\","
                      + "\"verdict\":\"drift\"}"));
    }
  }

  @Test
  void theWorstDriftsComeFirstAndTheLimitHolds(@TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      blog.config(blog.database());
      blog.database().execute("UPDATE posts SET comment_count = 100 WHERE id = 4");
      CommandRun run = blog.run("audit", "--limit", "1");
      assertThat(run.out())
          .contains("+99", "2 more of post.comments are wrong")
          .doesNotContain("+2");
      JsonNode counter =
          JSON.readTree(blog.run("audit", "--limit", "2", "--json").out()).get("counters").get(0);
      assertThat(counter.get("drifts")).hasSize(2);
      assertThat(counter.get("drifts").get(0).get("subject").asText()).isEqualTo("4");
      assertThat(counter.get("cut").asBoolean()).isTrue();
    }
  }

  @Test
  void colorsAndProgressAreForTerminalsOnly(@TempDir Path folder) {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      Path file = blog.config(blog.database());
      assertThat(blog.run("audit").all()).doesNotContain("\u001B");
      CommandRun terminal = CommandRun.on(true, Map.of(), "audit", "-c", file.toString());
      assertThat(terminal.out()).contains("\u001B[1m");
      assertThat(terminal.out().lines().filter(line -> !line.contains("\u001B")))
          .allMatch(line -> line.length() <= 80);
    }
  }

  @Test
  void everyCommandExplainsItself() {
    assertThat(CommandRun.of("--help").out())
        .contains("audit", "repair", "undo", "init", "Exit codes");
    for (String command : new String[] {"audit", "repair", "undo", "init"}) {
      CommandRun help = CommandRun.of(command, "--help");
      assertThat(help.exitCode()).isZero();
      assertThat(help.out()).contains("Usage: trueup " + command, "--config", "--json");
    }
    assertThat(CommandRun.of("--version").out()).startsWith("trueup ");
    CommandRun typo = CommandRun.of("audti");
    assertThat(typo.exitCode()).isEqualTo(2);
    assertThat(typo.err()).contains("audit");
    assertThat(CommandRun.of().exitCode()).isEqualTo(2);
  }
}
