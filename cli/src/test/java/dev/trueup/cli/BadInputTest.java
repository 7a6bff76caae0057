package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One clear message each, exit code 2, and nothing changed. */
class BadInputTest {

  @Test
  void aMissingConfiguration(@TempDir Path folder) {
    CommandRun run = CommandRun.of("audit", "-c", folder.resolve("none.yaml").toString());
    assertRefused(run, "none.yaml", "there is no such file", "trueup init URL");
  }

  @Test
  void aMalformedConfiguration(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("trueup.yaml");
    Files.writeString(file, "counters: [\n");
    assertRefused(CommandRun.of("audit", "-c", file.toString()), "not YAML", "line 2:1");
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void anUnknownKey(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database(), "subject: post_id", "sujbect: post_id");
      unchanged(blog, "counters.post.comments.source.sujbect", "did you mean \"subject\"?");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aTableThatIsNotThere(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database(), "table: comments", "table: coments");
      unchanged(blog, "post.comments", "coments");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aColumnThatIsNotThere(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database(), "column: comment_count", "column: coment_count");
      unchanged(blog, "post.comments", "coment_count");
      blog.config(blog.database(), "subject: post_id", "subject: post_ix");
      unchanged(blog, "post.comments", "post_ix");
      blog.config(blog.database(), "status = 'ok'", "stattus = 'ok'");
      unchanged(blog, "post.comments", "stattus");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = DatabaseKind.class,
      names = {"POSTGRESQL", "MARIADB"})
  void aTypeThatCannotCount(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.config(blog.database(), "column: comment_count", "column: title");
      String before = blog.counters();
      CommandRun run = blog.run("repair", "--offline");
      assertRefused(run, "post.comments", "numeric");
      assertThat(blog.counters()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aDatabaseThatIsDown(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      String url = blog.database().url();
      String down =
          kind == DatabaseKind.SQLITE
              ? url + ".gone"
              : url.replaceFirst("//[^/]*", "//127.0.0.1:1");
      blog.config(blog.database(), url, down);
      unchanged(blog, "app", "cannot be used");
      assertThat(Path.of(url.substring(url.indexOf(':', 5) + 1) + ".gone")).doesNotExist();
    }
  }

  @Test
  void aLoginThatIsRefused(@TempDir Path folder) {
    try (Blog blog = new Blog(DatabaseKind.MARIADB, folder)) {
      Path file = blog.config(blog.database());
      CommandRun run =
          CommandRun.with(
              Map.of(Blog.PASSWORD_VARIABLE, "wr0ng-s3cret"), "audit", "-c", file.toString());
      assertRefused(run, "app", "password");
      assertThat(run.all()).doesNotContain("wr0ng-s3cret");
      CommandRun json =
          CommandRun.with(
              Map.of(Blog.PASSWORD_VARIABLE, "wr0ng-s3cret"),
              "audit",
              "--json",
              "--debug",
              "-c",
              file.toString());
      assertThat(json.exitCode()).isEqualTo(2);
      assertThat(json.all()).doesNotContain("wr0ng-s3cret");
    }
  }

  @Test
  void aVariableThatIsNotSet(@TempDir Path folder) {
    try (Blog blog = new Blog(DatabaseKind.MARIADB, folder)) {
      Path file = blog.config(blog.database());
      assertRefused(
          CommandRun.of("audit", "-c", file.toString()),
          "datasources.app.password",
          "environment variable BLOG_PASSWORD is not set");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aRepairWithoutPermissionToWrite(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      TestDatabase reader = blog.database().readOnly();
      blog.config(reader);
      String before = blog.counters();
      CommandRun run = blog.run(reader, "repair", "--offline");
      assertRefused(run, "app", "permit");
      assertThat(blog.counters()).isEqualTo(before);
      blog.write(Blog.textOf(reader) + "store: { datasource: app }\n");
      CommandRun inSame = blog.run(reader, "repair", "--offline");
      assertRefused(inSame, "app", "permit");
      assertThat(blog.counters()).isEqualTo(before);
    }
  }

  @Test
  void aDatabaseThatDiesHalfWay(@TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(DatabaseKind.POSTGRESQL, folder)) {
      blog.config(blog.database(), "status = 'ok'", "pg_sleep(20) IS NOT NULL");
      String before = blog.counters();
      Thread killer = new Thread(() -> DyingServer.cutWhenAsleep(blog.database()), "killer");
      killer.start();
      CommandRun run = blog.run("audit");
      killer.join();
      assertRefused(run, "app", "went away");
      assertThat(blog.counters()).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aZonelessStampWithoutZone(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      managed(blog, "created: written");
      CommandRun run = blog.run("repair");
      assertRefused(run, "written", "zone");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aSourceWhoseStampsAreInTheFuture(DatabaseKind kind, @TempDir Path folder) {
    try (Blog blog = new Blog(kind, folder)) {
      blog.database().execute("UPDATE comments SET written = '2037-01-01 00:00:00' WHERE id = 1");
      managed(blog, "created: written, zone: UTC");
      CommandRun run = blog.run("repair");
      assertRefused(run, "post.comments", "ahead of the database's clock");
    }
  }

  @Test
  void aManagedCounterThatNobodyHasUsedHasNothingToAudit(@TempDir Path folder) {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      managed(blog, "created: written, zone: UTC");
      assertRefused(blog.run("audit"), "post.comments", "has no state yet");
      assertThat(folder.resolve(".trueup")).doesNotExist();
    }
  }

  @Test
  void anAuditOfAManagedCounterChangesNothingAndExplainsWhatItFinds(@TempDir Path folder)
      throws Exception {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      managed(blog, "created: written, zone: UTC");
      CommandRun first = blog.run("repair");
      for (int i = 0; i < 50 && !first.out().contains("First bases installed"); i++) {
        first = blog.run("repair");
      }
      assertThat(first.exitCode()).as(first.all()).isZero();
      blog.database()
          .execute("INSERT INTO comments VALUES (77, 1, 'ok', 1, '2026-01-02 00:00:00')");
      byte[] before = Files.readAllBytes(folder.resolve(".trueup").resolve("state.db"));
      CommandRun audit = blog.run("audit", "--json");
      assertThat(audit.exitCode()).as(audit.all()).isEqualTo(1);
      var counter = new ObjectMapper().readTree(audit.out()).get("counters").get(0);
      assertThat(counter.get("net").asInt()).isEqualTo(-1);
      assertThat(counter.get("explained").fieldNames())
          .toIterable()
          .containsExactly("lost", "phantom", "late", "doubled");
      assertThat(Files.readAllBytes(folder.resolve(".trueup").resolve("state.db")))
          .isEqualTo(before);
      CommandRun repair = blog.run("repair", "--json");
      assertThat(repair.exitCode()).isZero();
      String id = new ObjectMapper().readTree(repair.out()).get("repair").asText();
      assertThat(blog.run("undo", id).exitCode()).isZero();
    }
  }

  @Test
  void aProgramThatIsBrokenItselfFoundNoDrift(@TempDir Path folder) {
    Map<String, String> broken =
        new HashMap<>() {
          @Override
          public String get(Object name) {
            throw new LinkageError("a class is missing");
          }
        };
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      Path file = blog.write(Blog.textOf(blog.database()) + "  a: { kind: \"${A}\" }\n");
      CommandRun run = CommandRun.with(broken, "audit", "-c", file.toString());
      assertThat(run.exitCode()).as(run.all()).isEqualTo(ExitCode.COULD_NOT_RUN);
      assertThat(run.err()).contains("the program itself broke").contains("a class is missing");
    }
  }

  @Test
  void aLedgerThatNobodyHasUsed(@TempDir Path folder) {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      blog.write(Blog.textOf(blog.database()) + "  wallet: { kind: ledger, floor: 0 }\n");
      assertThat(blog.run("audit").exitCode()).isEqualTo(1);
      assertThat(blog.run("audit").out()).contains("wallet is of kind ledger");
      assertRefused(blog.run("audit", "wallet"), "wallet is of kind ledger", "Use it first");
    }
  }

  @Test
  void aCounterOrARepairThatIsNotThere(@TempDir Path folder) throws Exception {
    try (Blog blog = new Blog(DatabaseKind.SQLITE, folder)) {
      blog.config(blog.database());
      assertRefused(blog.run("audit", "post.coments"), "did you mean \"post.comments\"?");
      assertRefused(blog.run("undo", "r-20300101-0001"), "no repair r-20300101-0001");
      CommandRun json = blog.run("audit", "post.coments", "--json");
      assertThat(new ObjectMapper().readTree(json.out()).get("error").asText())
          .contains("post.coments");
    }
  }

  private static void managed(Blog blog, String created) {
    blog.config(
        blog.database(),
        "layout: adopted",
        "layout: managed",
        "settle: 100ms",
        "settle: 100ms\n    window: 100ms",
        "subject: post_id\n",
        "subject: post_id\n      id: id\n      " + created.replace(", ", "\n      ") + "\n",
        "    target: { datasource: app, table: posts, key: id, column: comment_count }\n",
        "");
  }

  private static void unchanged(Blog blog, String... said) {
    String before = blog.counters();
    assertRefused(blog.run("audit"), said);
    assertRefused(blog.run("repair"), said);
    assertThat(blog.counters()).isEqualTo(before);
  }

  private static void assertRefused(CommandRun run, String... said) {
    assertThat(run.err()).contains(said).doesNotContain("\tat ", "Exception");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }
}
