package dev.trueup.mongodb.adopted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.adopted.AdoptedAudits;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedFinding;
import dev.trueup.adopted.AuditReport;
import dev.trueup.counter.Verdict;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.TestMongo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Counters stored by real applications, beside the documents they count. */
class MongoAuditTest {
  private static final List<String> KINDS =
      List.of(
          "one too many",
          "one too few",
          "a thousand too many",
          "its negative",
          "an int64 too large",
          "half of one too many",
          "null",
          "missing",
          "a text",
          "a truth value");

  private static List<AuditReport> audit(DocumentDatabase database, List<AdoptedCounter> counters) {
    List<AuditReport> reports = new ArrayList<>();
    for (AdoptedCounter counter : counters) {
      reports.add(
          AdoptedAudits.audit(
              counter,
              MongoPlaces.place(counter, new MongoCountedRows(counter, database), database).place(),
              1_000));
    }
    return reports;
  }

  @Test
  void stackExchangeCountersAgreeWithTheirDocuments() {
    Map<String, Long> checked =
        Map.of("se-conlang-meta", 533L, "se-french-meta", 2_204L, "se-bicycles-meta", 3_892L);
    checked.forEach(
        (set, subjects) -> {
          try (TestMongo server = TestMongo.newDatabase();
              DocumentDatabase database = server.open()) {
            List<AuditReport> reports = audit(database, StackExchange.load(database, set));
            assertThat(reports.stream().mapToLong(AuditReport::drifted).sum()).isZero();
            assertThat(reports.stream().mapToLong(AuditReport::subjects).sum()).isEqualTo(subjects);
            System.out.println(
                "Audit of " + set + " on " + server.describe() + ": 0 drift of " + subjects);
          }
        });
  }

  @Test
  void fiftyPlantedErrorsOfTenKindsAreFoundAndNoOther() {
    try (TestMongo server = TestMongo.newDatabase();
        DocumentDatabase database = server.open()) {
      List<AdoptedCounter> counters = StackExchange.load(database, "se-french-meta");
      Set<String> planted = new TreeSet<>();
      var posts = database.collection("posts");
      for (Document post :
          posts.find(new Document("commentcount", new Document("$gt", 0))).limit(50)) {
        String kind = KINDS.get(planted.size() % KINDS.size());
        Object wrong = wrong(kind, post.getInteger("commentcount"));
        Document update =
            wrong == null && kind.equals("missing")
                ? new Document("$unset", new Document("commentcount", ""))
                : new Document("$set", new Document("commentcount", wrong));
        posts.updateOne(new Document("_id", post.get("_id")), update);
        planted.add(String.valueOf(post.get("_id")));
      }
      assertThat(planted).hasSize(50);

      List<AuditReport> reports = audit(database, counters);

      Set<String> found = new TreeSet<>();
      for (AdoptedFinding drift : reports.get(0).drifts()) {
        found.add(drift.subject().key());
      }
      assertThat(found).isEqualTo(planted);
      assertThat(reports.get(0).verdicts())
          .containsEntry(Verdict.NULL, 10L)
          .containsEntry(Verdict.NOT_A_NUMBER, 10L);
      assertThat(reports.stream().mapToLong(AuditReport::drifted).sum()).isEqualTo(50);
    }
  }

  private static @Nullable Object wrong(String kind, int right) {
    return switch (kind) {
      case "one too many" -> right + 1;
      case "one too few" -> right - 1;
      case "a thousand too many" -> right + 1_000;
      case "its negative" -> -right;
      case "an int64 too large" -> right + (1L << 40);
      case "half of one too many" -> right + 0.5;
      case "a text" -> Integer.toString(right);
      case "a truth value" -> true;
      default -> null;
    };
  }
}
