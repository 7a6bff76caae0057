package dev.trueup.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.cli.inspect.Finding.Decision;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is found in databases that were not made for it. */
class RealDataTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "se-conlang-meta,SQLITE,true",
    "se-french-meta,POSTGRESQL,true",
    "se-french-meta,MARIADB,true",
    "se-bicycles-meta,SQLITE,false"
  })
  void commentsAnswersScoresAndFavouritesOfAForumAreFound(
      String set, DatabaseKind kind, boolean hasFavourites) throws Exception {
    Map<String, String> found = chosen(set, kind, false);
    assertThat(found)
        .containsEntry("posts.CommentCount", "rows of comments by PostId")
        .containsEntry("posts.AnswerCount", "rows of posts by ParentId")
        .containsEntry(
            "posts.Score",
            "sum of case when VoteTypeId = 2 then 1 when VoteTypeId = 3 then -1 else 0 end over"
                + " votes by PostId");
    if (hasFavourites) {
      assertThat(found)
          .containsEntry("posts.FavoriteCount", "rows of votes by PostId where VoteTypeId = 5");
    }
    assertThat(found).hasSize(hasFavourites ? 4 : 3);
  }

  @ParameterizedTest
  @EnumSource(DatabaseKind.class)
  void mostCountersOfACodeHostAreFoundAndTheRestIsListed(DatabaseKind kind) throws Exception {
    Map<String, String> found = chosen("gitea-fixtures", kind, true);
    assertThat(found)
        .containsEntry("issue.num_comments", "rows of comment by issue_id where type = 0")
        .containsEntry("user.num_followers", "rows of follow by follow_id")
        .containsEntry("user.num_following", "rows of follow by user_id")
        .containsEntry("user.num_repos", "rows of repository by owner_id")
        .containsEntry("user.num_members", "rows of org_user by org_id")
        .containsEntry("repository.num_forks", "rows of repository by fork_id where fork_id <> 0")
        .containsEntry("topic.repo_count", "rows of repo_topic by topic_id")
        .doesNotContainKey("repository.num_watches");
    assertThat(found).hasSizeGreaterThanOrEqualTo(18);
    assertThat(all("gitea-fixtures", kind, true).findings()).hasSize(23);
  }

  @Test
  void aTotalOfMoneyIsFound() throws Exception {
    assertThat(chosen("chinook", DatabaseKind.SQLITE, false))
        .containsExactly(
            Map.entry(
                "invoice.Total", "sum of (UnitPrice * Quantity) over invoice_line by InvoiceId"));
  }

  @Test
  void aPolymorphicReferenceIsProposedWithItsType() throws Exception {
    Inspection inspection = all("rails-ar-fixtures", DatabaseKind.SQLITE, true);
    String yaml = YamlWriter.write(inspection, java.util.List.of("url: 'x'"));
    assertThat(yaml).contains("rows of taggings by taggable_id where taggable_type = 'Post'");
  }

  private static Map<String, String> chosen(String set, DatabaseKind kind, boolean emptyIsDefault)
      throws Exception {
    Inspection inspection = all(set, kind, emptyIsDefault);
    Map<String, String> chosen = new TreeMap<>();
    for (Finding finding : inspection.findings()) {
      if (finding.decision() == Decision.CHOSEN) {
        String described =
            Described.of(finding.fits().get(0).hypothesis(), inspection.wording()).toString();
        String bare = described.replaceAll("[\"`]", "").replaceAll("\\s+", " ");
        chosen.put(finding.name(), bare.replace("CASE WHEN", "case when"));
      }
    }
    return chosen;
  }

  private static Inspection all(String set, DatabaseKind kind, boolean emptyIsDefault)
      throws Exception {
    var folder = CsvTables.folder(set);
    try (TestDatabase database = Servers.of(kind).newDatabase()) {
      CsvTables.load(database, folder, emptyIsDefault);
      return Inspections.of(database);
    }
  }
}
