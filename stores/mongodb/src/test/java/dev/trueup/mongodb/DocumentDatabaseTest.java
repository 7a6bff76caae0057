package dev.trueup.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.model.Filters;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.testkit.servers.CuttingProxy;
import dev.trueup.testkit.servers.CuttingProxy.Cut;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Servers that are down, refuse, cut the line, or are given too much. */
class DocumentDatabaseTest {
  @Test
  void aServerThatIsDownIsUnavailableAtOnce() {
    assertThatThrownBy(() -> TestMongo.open(TestMongo.impatient("mongodb://127.0.0.1:1/forum")))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("docs (mongodb://127.0.0.1:1/forum)")
        .hasMessageContaining("Nothing was changed");
  }

  @Test
  void aRefusedLoginIsToldAndThePasswordIsNot() {
    try (TestMongo server = TestMongo.newDatabase()) {
      MongoSettings settings = TestMongo.impatient(server.url());
      MongoSettings stranger =
          new MongoSettings(
              "docs",
              settings.url().replaceFirst("//[^/]*@", "//"),
              "stranger",
              "s3cret-word",
              2,
              Duration.ofSeconds(2),
              Duration.ofSeconds(2),
              MongoRetries.NONE);
      assertThatThrownBy(() -> TestMongo.open(stranger))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("refuses the login")
          .satisfies(e -> assertThat(everythingSaidBy(e)).doesNotContain("s3cret-word"));
    }
  }

  private static String everythingSaidBy(Throwable thrown) {
    StringBuilder said = new StringBuilder();
    for (Throwable at = thrown; at != null; at = at.getCause()) {
      said.append(at).append('\n');
    }
    return said.toString();
  }

  @Test
  void aUrlThatIsNoneOrNamesNoDatabaseIsRefusedWithoutItsPassword() {
    for (String url :
        List.of(
            "mongodb://localhost",
            "mongodb://app:s3cret@word@localhost/forum",
            "http://app:s3cret@localhost/")) {
      assertThatThrownBy(() -> TestMongo.open(TestMongo.impatient(url)))
          .as(url)
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("mongodb://host/database")
          .satisfies(e -> assertThat(everythingSaidBy(e)).doesNotContain("s3cret"));
    }
  }

  @Test
  void aDocumentPastTheServersLimitIsABadRequestAndNothingIsWritten() {
    try (TestMongo server = TestMongo.newDatabase();
        DocumentDatabase database = server.open()) {
      Document large = new Document("_id", 1).append("text", "x".repeat(17 * 1024 * 1024));
      assertThatThrownBy(
              () ->
                  database.write(
                      "keep a document", () -> database.collection("any").insertOne(large)))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("no document as large");
      assertThat(database.collection("any").countDocuments()).isZero();
      assertThat(database.retryCounts().own()).isZero();
    }
  }

  @Test
  void aQuestionWhoseAnswerIsCutOffIsAskedAgain() throws Exception {
    try (TestMongo server = TestMongo.newDatabase();
        CuttingProxy proxy = CuttingProxy.before(server.url());
        DocumentDatabase database =
            TestMongo.open(MongoSettings.of("docs", proxy.url(), null, null))) {
      proxy.cut(Cut.AFTER_ITS_ANSWER, "find.{1,8}any", 2);
      for (int i = 0; i < 6; i++) {
        assertThat(
                database.read(
                    "look", () -> database.collection("any").find().into(new ArrayList<>())))
            .isEmpty();
      }
      assertThat(proxy.cuts()).isPositive();
    }
  }

  @Test
  void i5AWriteThatMustNotBeRepeatedIsLostAndOneThatMayBeIsRepeated() throws Exception {
    try (TestMongo server = TestMongo.newDatabase();
        CuttingProxy proxy = CuttingProxy.before(server.url());
        DocumentDatabase database =
            TestMongo.open(MongoSettings.of("docs", proxy.url(), null, null))) {
      database.write("prepare", () -> database.collection("any").insertOne(new Document("_id", 1)));
      proxy.cut(Cut.AFTER_ITS_ANSWER, "update.{1,8}any", 2);

      int lost = 0;
      for (int i = 0; i < 4; i++) {
        try {
          database.compareAndSet("step", () -> increment(database));
        } catch (AnswerLostException e) {
          assertThat(e).hasMessageContaining("may or may not have happened");
          lost++;
        }
      }
      assertThat(lost).isEqualTo(2);
      assertThat(database.retryCounts().lost()).isEqualTo(2);
      assertThat(database.retryCounts().own()).isZero();

      for (int i = 0; i < 4; i++) {
        database.write("step", () -> increment(database));
      }
      assertThat(database.retryCounts().own()).isPositive();
    }
  }

  private static long increment(DocumentDatabase database) {
    return database
        .collection("any")
        .updateOne(Filters.eq("_id", 1), new Document("$inc", new Document("n", 1L)))
        .getMatchedCount();
  }

  @Test
  void attemptsAreBoundedInNumberAndTimeAndPausesGrow() {
    List<Duration> pauses = new ArrayList<>();
    MongoRetries retries =
        new MongoRetries(4, Duration.ofMinutes(1), Duration.ofMillis(100), Duration.ofMillis(250));
    TestMongo server = TestMongo.newDatabase();
    try (DocumentDatabase database =
        DocumentDatabase.open(
            TestMongo.impatient(server.url()).withRetries(retries),
            InstantSource.system(),
            pauses::add,
            new SecureRandom())) {
      if (TestMongo.isReal()) {
        server.close();
        return;
      }
      server.close();
      assertThatThrownBy(
              () -> database.read("look", () -> database.collection("any").find().first()))
          .isInstanceOf(UnavailableException.class);

      assertThat(pauses).hasSize(3);
      assertThat(pauses.get(0)).isBetween(Duration.ofMillis(50), Duration.ofMillis(100));
      assertThat(pauses.get(1)).isBetween(Duration.ofMillis(100), Duration.ofMillis(200));
      assertThat(pauses.get(2)).isBetween(Duration.ofMillis(125), Duration.ofMillis(250));
      assertThat(database.retryCounts().own()).isEqualTo(3);
    }
  }

  @Test
  void theClockIsTheServers() {
    Instant wrong = Instant.parse("2001-02-03T04:05:06Z");
    try (TestMongo server = TestMongo.newDatabase();
        DocumentDatabase database =
            DocumentDatabase.open(
                MongoSettings.of("docs", server.url(), null, null),
                () -> wrong,
                pause -> {},
                new SecureRandom())) {
      assertThat(Duration.between(database.now(), InstantSource.system().instant()).abs())
          .isLessThan(Duration.ofMinutes(1));
    }
  }
}
