package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trueup.Trueup;
import dev.trueup.TrueupOptions;
import dev.trueup.config.TrueupConfig;
import dev.trueup.events.Event;
import dev.trueup.testkit.servers.DatabaseKind;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The command over counters of events. */
class EventAuditTest {
  private static final String LINES = "  page.views: { kind: events, store: app }\n";
  private static final ObjectMapper JSON = new ObjectMapper();

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditOfEventsIsCleanUntilSomebodyWritesToTheirTables(
      DatabaseKind kind, @TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(kind, folder)) {
      Path file = blog.write(Blog.textOf(blog.database()) + LINES);
      TrueupConfig config = TrueupConfig.load(file, name -> blog.database().password());
      try (Trueup trueup = Trueup.open(config, TrueupOptions.standard().withoutSchedule())) {
        for (String id : new String[] {"v-1", "v-2", "v-2"}) {
          trueup.events().apply(Event.of("page.views", "p", id, Instant.EPOCH));
        }
      }
      CommandRun clean = blog.run("audit", "page.views");
      assertThat(clean.exitCode()).as(clean.err()).isZero();
      assertThat(clean.out().lines().map(String::strip))
          .anyMatch(line -> line.matches("page\\.views +1 +0 +0 +0 +0 +clean"));

      blog.database().execute("UPDATE trueup_event_row SET amount = 3 WHERE id = 'v-2'");

      CommandRun drift = blog.run("audit", "page.views");
      assertThat(drift.exitCode()).isEqualTo(1);
      assertThat(drift.out()).contains("event v-2, number 2, adds 3 to 1 and says 2");
      JsonNode counter =
          JSON.readTree(blog.run("audit", "page.views", "--json").out()).get("counters").get(0);
      assertThat(counter.get("drifts").get(0))
          .isEqualTo(
              JSON.readTree(
                  "{\"subject\":\"p\",\"counted\":2,\"truth\":4,\"drift\":-2,"
                      + "\"verdict\":\"drift\"}"));
      assertThat(blog.run("repair", "page.views").out())
          .contains("Nothing was corrected", "not repaired here");
    }
  }
}
