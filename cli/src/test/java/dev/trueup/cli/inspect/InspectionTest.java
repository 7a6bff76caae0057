package dev.trueup.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.cli.inspect.Finding.Decision;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is found in a database whose truth is known. */
class InspectionTest {

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aCounterByForeignKeyIsFoundAlthoughSomeSubjectsDrift(DatabaseKind kind) {
    try (TestDatabase database = forum(kind)) {
      Finding finding = find(Inspections.of(database), "posts.comment_count");
      assertThat(finding.decision()).isEqualTo(Decision.CHOSEN);
      Fit best = finding.fits().get(0);
      assertThat(best.hypothesis().sample().link().basis()).isEqualTo(Link.Basis.FOREIGN_KEY);
      assertThat(best.wrong()).isEqualTo(2);
      assertThat(best.net()).isEqualByComparingTo("5");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aStampOfRemovalThatIsRespectedIsFound(DatabaseKind kind) {
    try (TestDatabase database = forum(kind)) {
      Inspection inspection = Inspections.of(database);
      Finding finding = find(inspection, "posts.like_count");
      assertThat(finding.decision()).isEqualTo(Decision.CHOSEN);
      Described described = Described.of(finding.fits().get(0).hypothesis(), inspection.wording());
      assertThat(described.table()).isEqualTo("likes");
      assertThat(described.deleted()).isEqualTo("deleted_at");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aGuessThatFitsOnlyBecauseRemovalsWereNeverCountedDownDoesNotWin(DatabaseKind kind) {
    try (TestDatabase database = forum(kind)) {
      Inspection inspection = Inspections.of(database);
      Finding finding = find(inspection, "posts.share_count");
      assertThat(finding.decision()).isEqualTo(Decision.TIED);
      assertThat(finding.why()).contains("removals were never counted down");
      assertThat(finding.fits()).hasSize(2);
      assertThat(finding.fits().get(0).wrong()).isZero();
      assertThat(Described.of(finding.fits().get(1).hypothesis(), inspection.wording()).deleted())
          .isEqualTo("removed_at");
      String yaml = YamlWriter.write(inspection, List.of("url: 'x'"));
      assertThat(yaml).contains("#post.shares:").doesNotContain("\n  post.shares:");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aStatusAndAWeightedSumAndAnAmountAreFound(DatabaseKind kind) {
    try (TestDatabase database = forum(kind)) {
      Inspection inspection = Inspections.of(database);
      assertThat(described(inspection, "users.num_posts"))
          .isEqualTo("rows of posts by author_id where status = 'published'");
      assertThat(described(inspection, "posts.score"))
          .contains("sum of case when vote_type = 'up' then 1 when vote_type = 'down' then -1");
      assertThat(described(inspection, "orders.total"))
          .isEqualTo("sum of (price * quantity) over order_lines by order_id");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void nearTiesAreListedAndNotChosen(DatabaseKind kind) {
    try (TestDatabase database = Servers.of(kind).newDatabase()) {
      database.execute(
          "CREATE TABLE posts (id INTEGER PRIMARY KEY, reply_count INTEGER)",
          "CREATE TABLE replies (id INTEGER PRIMARY KEY, post_id INTEGER, kind VARCHAR(10))");
      List<String> rows = new ArrayList<>();
      int id = 0;
      for (int post = 1; post <= 50; post++) {
        rows.add("INSERT INTO posts VALUES (" + post + ", 3)");
        for (int reply = 0; reply < 3; reply++) {
          rows.add("INSERT INTO replies VALUES (" + ++id + ", " + post + ", 'text')");
        }
      }
      // One subject speaks for the predicate, and it may just as well be drift.
      rows.add("INSERT INTO replies VALUES (" + ++id + ", 7, 'note')");
      database.execute(rows.toArray(String[]::new));
      Finding finding = find(Inspections.of(database), "posts.reply_count");
      assertThat(finding.decision()).isEqualTo(Decision.TIED);
      assertThat(finding.fits()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void ofALargeTableASampleIsComparedAndSaidSo(DatabaseKind kind) {
    try (TestDatabase database = forum(kind)) {
      Inspection inspection = Inspections.of(database, new Limits(20, 400_000, 20, 300));
      Finding finding = find(inspection, "posts.comment_count");
      assertThat(finding.target().stride()).isEqualTo(3);
      assertThat(finding.decision()).isEqualTo(Decision.CHOSEN);
      assertThat(inspection.notes()).anyMatch(note -> note.contains("a sample of 20 was compared"));
      assertThat(YamlWriter.write(inspection, List.of("url: 'x'"))).contains("of a sample of 20");
    }
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void aColumnThatNothingExplainsIsListedForAPerson(DatabaseKind kind) {
    try (TestDatabase database = forum(kind)) {
      Inspection inspection = Inspections.of(database);
      assertThat(find(inspection, "posts.view_count").decision()).isEqualTo(Decision.NOT_FOUND);
      assertThat(YamlWriter.write(inspection, List.of("url: 'x'")))
          .contains("# posts.view_count: nothing that was tried agrees");
    }
  }

  private static String described(Inspection inspection, String column) {
    Finding finding = find(inspection, column);
    assertThat(finding.decision()).as(column).isEqualTo(Decision.CHOSEN);
    return Described.of(finding.fits().get(0).hypothesis(), inspection.wording())
        .toString()
        .replaceAll("[\"`]", "");
  }

  private static Finding find(Inspection inspection, String column) {
    return inspection.findings().stream()
        .filter(finding -> finding.name().equals(column))
        .findFirst()
        .orElseThrow(() -> new AssertionError(column + " is not in " + inspection.findings()));
  }

  private static TestDatabase forum(DatabaseKind kind) {
    TestDatabase database = Servers.of(kind).newDatabase();
    database.execute(ForumTables.statements().toArray(String[]::new));
    return database;
  }
}
