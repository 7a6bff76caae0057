package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trueup.Trueup;
import dev.trueup.TrueupOptions;
import dev.trueup.config.TrueupConfig;
import dev.trueup.testkit.servers.DatabaseKind;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MemberAuditTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LINES =
      """
        user.followers: { kind: members, other-side: user.following, store: app }
        page.daily-viewers: { kind: members, per: day, zone: UTC, store: app }
      """;

  private static void use(Blog blog, Path file) {
    TrueupConfig config = TrueupConfig.load(file, name -> blog.database().password());
    try (Trueup trueup = Trueup.open(config, TrueupOptions.standard().withoutSchedule())) {
      Instant at = Instant.parse("2026-01-01T12:00:00Z");
      for (String follower : List.of("B", "C")) {
        trueup.members().add("user.followers", "A", follower, at);
      }
      trueup.members().add("page.daily-viewers", "p", "v", at);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anAuditOfMembersIsCleanUntilSomebodyWritesToTheirTables(
      DatabaseKind kind, @TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(kind, folder)) {
      use(blog, blog.write(Blog.textOf(blog.database()) + LINES));
      String[] audit = {"audit", "user.followers", "user.following", "page.daily-viewers"};
      CommandRun clean = blog.run(audit);
      assertThat(clean.exitCode()).as(clean.err()).isZero();
      assertThat(clean.out().lines().map(String::strip))
          .anyMatch(line -> line.matches("user\\.followers +1 +0 +0 +0 +0 +clean"))
          .anyMatch(line -> line.matches("user\\.following +2 +0 +0 +0 +0 +clean"));

      blog.database().execute("UPDATE trueup_member_tally SET members = 4 WHERE subject = 'p'");

      CommandRun drift = blog.run(audit);
      assertThat(drift.exitCode()).isEqualTo(1);
      assertThat(drift.out().lines().map(String::strip))
          .anyMatch(
              line -> line.matches("page\\.daily-viewers +p on 2026-01-01 +4 +1 +\\+3 +drift"));
      JsonNode counter =
          JSON.readTree(blog.run("audit", "page.daily-viewers", "--json").out())
              .get("counters")
              .get(0);
      assertThat(counter.get("drifts").get(0))
          .isEqualTo(
              JSON.readTree(
                  "{\"subject\":\"p\",\"day\":\"2026-01-01\",\"counted\":4,\"truth\":1,"
                      + "\"drift\":3,\"verdict\":\"drift\"}"));
      CommandRun repair = blog.run("repair", "page.daily-viewers");
      assertThat(repair.exitCode()).isEqualTo(1);
      assertThat(repair.out()).contains("Nothing was corrected", "not repaired here");
    }
  }

  @Test
  void membersThatNobodyUsedYetDoNotKeepAnAuditOfOthersFromRunning(@TempDir Path folder) {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      blog.write(Blog.textOf(blog.database()) + LINES);
      CommandRun all = blog.run("audit");
      assertThat(all.exitCode()).as(all.err()).isEqualTo(1);
      assertThat(all.out()).contains("user.followers is of kind members and has none yet");
      CommandRun named = blog.run("audit", "user.followers");
      assertThat(named.exitCode()).isEqualTo(2);
      assertThat(named.err()).contains("no application has used it");
      assertThat(folder.resolve(".trueup")).doesNotExist();
    }
  }
}
