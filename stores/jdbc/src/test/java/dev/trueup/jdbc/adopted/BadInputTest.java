package dev.trueup.jdbc.adopted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedRepairs;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.Watch;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.NotPermittedException;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.TrueupException;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.JdbcRepairLog;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One clear message each, with the place and what is allowed; and nothing changed. */
class BadInputTest {
  private static final String[] FORUM = {
    "CREATE TABLE posts (id bigint PRIMARY KEY, n integer, made date, title varchar(20))",
    "CREATE TABLE comments (id bigint PRIMARY KEY, post_id bigint, body varchar(20))",
    "INSERT INTO posts VALUES (1, 7, NULL, 'x')",
    "INSERT INTO comments VALUES (1, 1, 'well')"
  };

  private static CounterOf comments() {
    return CounterOf.named("post.comments").rows("comments", "post_id").stored("posts", "n", "id");
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void what_is_not_there_or_cannot_count_is_named(DatabaseKind kind) {
    try (Stage stage = new Stage(kind, FORUM)) {
      refused(stage, comments().rows("coments", "post_id").counter(), "coments", "comments");
      refused(stage, comments().rows("comments", "postid").counter(), "postid", "post_id");
      refused(stage, comments().stored("posts", "count", "id").counter(), "target.column", "title");
      refused(stage, comments().stored("posts", "n", "key").counter(), "target.key", "id");
      refused(
          stage,
          comments().stored("posts", "made", "id").counter(),
          "made",
          "cannot count",
          "number");
      refused(stage, comments().where("statuss = 'ok'").counter(), "statuss");
      refused(stage, comments().where("body = 'it").counter());
      refused(stage, comments().only("titel = 'x'").counter(), "titel");
      refused(stage, comments().rows("comments", "post_id", "id").counter(), "2", "1");
      if (kind != DatabaseKind.SQLITE) {
        refused(stage, comments().amount("body").counter(), "body", "source.amount");
      } else {
        assertThatThrownBy(() -> stage.audit(comments().amount("body").counter()))
            .isInstanceOf(TrueupException.class)
            .hasMessageContaining("well");
      }
      assertThatThrownBy(() -> stage.audit(comments().rowsIn("docs").counter()))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("docs")
          .hasMessageContaining("app");
      assertThat(stage.pairs("SELECT id, n FROM posts")).isEqualTo(Map.of("1", "7"));
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_predicate_cannot_write_and_its_question_marks_are_its_own(DatabaseKind kind) {
    try (Stage stage = new Stage(kind, FORUM)) {
      refused(stage, comments().where("1 = 1); DELETE FROM posts; SELECT (1 = 1").counter());
      assertThat(Stage.drifts(stage.audit(comments().where("body <> '?{0}'").counter())))
          .containsExactly("1: 7 / 1");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void a_user_who_may_not_write_is_told_so_and_nothing_changes(DatabaseKind kind) {
    AdoptedCounter counter = comments().sameTransaction().counter();
    try (Stage stage = new Stage(kind, FORUM);
        TestDatabase elsewhere = Servers.sqlite().newDatabase();
        Database store = OnEveryDatabase.openStore(elsewhere);
        Database reader = OnEveryDatabase.open(stage.server.readOnly());
        JdbcRepairLog log = new JdbcRepairLog(store)) {
      var repairs = new AdoptedRepairs(log, stage.clock, stage.waiter);
      var placed = new AdoptedDatabases(Map.of("app", reader), log).place(counter);
      assertThatThrownBy(() -> repairs.repair(List.of(placed), RepairOptions.DEFAULT, Watch.NONE))
          .isInstanceOf(NotPermittedException.class)
          .hasMessageContaining("post.comments");
      assertThat(stage.pairs("SELECT id, n FROM posts")).isEqualTo(Map.of("1", "7"));
    }
  }

  private static void refused(Stage stage, AdoptedCounter counter, String... parts) {
    assertThatThrownBy(() -> stage.audit(counter))
        .isInstanceOfAny(SourceRefusedException.class, BadRequestException.class)
        .hasMessageContaining("post.comments")
        .satisfies(
            thrown -> {
              for (String part : parts) {
                assertThat(thrown).hasMessageContaining(part);
              }
            });
  }
}
