package dev.trueup.jdbc.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AuditReport;
import dev.trueup.adopted.PlacedCounter;
import dev.trueup.adopted.RepairOptions;
import dev.trueup.adopted.RepairReport;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Verdict;
import dev.trueup.jdbc.Database;
import dev.trueup.jdbc.OnEveryDatabase;
import dev.trueup.testkit.servers.DatabaseKind;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows in one database, the number in another. */
class TwoDatabasesTest {
  private static final AdoptedCounter COMMENTS =
      CounterOf.named("post.comments")
          .rows("comments", "post")
          .id("id")
          .rowsIn("docs")
          .stored("posts", "n", "id")
          .only("kind = 'post'")
          .counter();

  @ParameterizedTest
  @CsvSource({
    "POSTGRESQL, MARIADB",
    "MARIADB, SQLITE",
    "SQLITE, POSTGRESQL",
  })
  void they_are_walked_side_by_side_and_repaired(DatabaseKind counters, DatabaseKind rows) {
    try (Stage stage =
            new Stage(
                counters,
                "CREATE TABLE posts (id varchar(20) PRIMARY KEY, kind varchar(10), n integer)"
                    + anyLetter(counters),
                "INSERT INTO posts VALUES ('10', 'post', 2), ('9', 'post', 5), ('a', 'post', 1),"
                    + " ('B', 'post', NULL), ('é', 'post', 1), ('😀', 'post', 4), ('z', 'page', 9)");
        TestDatabase rowsServer = Servers.of(rows).newDatabase()) {
      rowsServer.execute(
          "CREATE TABLE comments (id bigint PRIMARY KEY, post varchar(20))" + anyLetter(rows),
          "INSERT INTO comments VALUES (1, '10'), (2, '10'), (3, '9'), (4, 'a'), (5, 'B'), (6, 'é'),"
              + " (7, 'é'), (8, '😀'), (9, 'z'), (10, 'gone'), (11, NULL)");
      try (Database docs = OnEveryDatabase.open(rowsServer)) {
        AdoptedDatabases places =
            new AdoptedDatabases(Map.of("app", stage.database, "docs", docs), stage.log);
        PlacedCounter placed = places.place(COMMENTS);
        AuditReport audit = AdoptedAudits.audit(COMMENTS, placed.place(), 100);
        assertThat(audit.subjects()).isEqualTo(6);
        assertThat(Stage.drifts(audit))
            .containsExactly("9: 5 / 1", "B: null / 1", "é: 1 / 2", "😀: 4 / 1");
        assertThat(audit.verdicts().get(Verdict.MISSING)).isEqualTo(1);
        assertThat(audit.factsWithoutSubject()).isEqualTo(1);

        RepairReport report =
            stage.repairs.repair(List.of(placed), RepairOptions.DEFAULT, Watch.NONE);
        assertThat(Stage.corrected(report)).isEqualTo(4);
        assertThat(AdoptedAudits.audit(COMMENTS, placed.place(), 100).drifted()).isZero();
        assertThat(stage.pairs("SELECT id, n FROM posts").get("z")).isEqualTo("9");
      }
    }
  }

  /** What a MariaDB server takes for text unless told otherwise has no room for every letter. */
  private static String anyLetter(DatabaseKind kind) {
    return kind == DatabaseKind.MARIADB ? " CHARACTER SET utf8mb4" : "";
  }
}
