package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trueup.config.TrueupConfig;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InitCommandTest {

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void theFileThatIsWrittenCanBeReadAndNamesTheCounter(DatabaseKind kind, @TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("trueup.yaml");
    try (TestDatabase database = blog(kind)) {
      CommandRun run =
          CommandRun.with(
              Map.of("TRUEUP_PASSWORD", database.password()),
              "init",
              database.url(),
              "--username",
              database.username(),
              "-o",
              file.toString());
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).contains("posts.comment_count", "agrees on 2 of 2 subjects", "Wrote");
      TrueupConfig config = TrueupConfig.load(file, Map.of("TRUEUP_PASSWORD", "x")::get);
      assertThat(config.counters()).containsOnlyKeys("post.comments");
    }
  }

  @Test
  void aPasswordOfTheUrlIsNeverWrittenOrPrinted(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("trueup.yaml");
    try (TestDatabase database = blog(DatabaseKind.MARIADB)) {
      String login = "?user=" + database.username() + "&password=" + database.password();
      CommandRun run = CommandRun.of("init", database.url() + login, "-o", file.toString());
      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(Files.readString(file))
          .contains("password: \"${TRUEUP_PASSWORD}\"")
          .doesNotContain("password=" + database.password());
      assertThat(run.all()).doesNotContain("password=" + database.password());

      String wrong = "?user=" + database.username() + "&password=wr0ng-s3cret";
      CommandRun refused =
          CommandRun.of("init", database.url() + wrong, "-o", folder + "/other.yaml");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.all()).contains("password").doesNotContain("wr0ng-s3cret");
      assertThat(folder.resolve("other.yaml")).doesNotExist();
    }
  }

  @Test
  void aFileThatIsThereIsKept(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("trueup.yaml");
    Files.writeString(file, "mine");
    try (TestDatabase database = blog(DatabaseKind.SQLITE)) {
      CommandRun run = CommandRun.of("init", database.url(), "-c", file.toString());
      assertThat(run.exitCode()).isEqualTo(2);
      assertThat(run.err()).contains("is there already and was not changed", "--force");
      assertThat(Files.readString(file)).isEqualTo("mine");
      assertThat(CommandRun.of("init", database.url(), "-c", file.toString(), "--force").exitCode())
          .isZero();
      assertThat(Files.readString(file)).contains("post.comments:");
    }
  }

  @Test
  void jsonIsOneDocument() throws Exception {
    try (TestDatabase database = blog(DatabaseKind.SQLITE)) {
      CommandRun run = CommandRun.of("init", database.url(), "-o", "-", "--json");
      JsonNode document = new ObjectMapper().readTree(run.out());
      assertThat(document.get("command").asText()).isEqualTo("init");
      assertThat(document.get("columns").get(0).get("decision").asText()).isEqualTo("chosen");
      assertThat(document.get("yaml").asText()).contains("post.comments:");
    }
  }

  @Test
  void anAddressThatIsNoDatabaseIsRefused(@TempDir Path folder) {
    String file = folder.resolve("t.yaml").toString();
    assertThat(CommandRun.of("init", "forum", "-o", file).err())
        .contains("is no database's address");
    assertThat(CommandRun.of("init", "redis://:pw@h", "-o", file).err())
        .contains("Redis does not tell what its keys count")
        .doesNotContain("pw@");
    CommandRun down = CommandRun.of("init", "postgres://joe:s3cret@127.0.0.1:1/d", "-o", file);
    assertThat(down.exitCode()).isEqualTo(2);
    assertThat(down.err()).contains("cannot be used").doesNotContain("s3cret", "\tat ");
    CommandRun missing = CommandRun.of("init", "jdbc:sqlite:" + folder + "/none.db", "-o", file);
    assertThat(missing.exitCode()).isEqualTo(2);
    assertThat(folder.resolve("none.db")).doesNotExist();
  }

  private static TestDatabase blog(DatabaseKind kind) {
    TestDatabase database = Servers.of(kind).newDatabase();
    database.execute(
        "CREATE TABLE posts (id INTEGER PRIMARY KEY, comment_count INTEGER)",
        "CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER)",
        "INSERT INTO posts VALUES (1, 2), (2, 1), (3, 0)",
        "INSERT INTO comments VALUES (1, 1), (2, 1), (3, 2)");
    return database;
  }
}
