package dev.trueup;

import static dev.trueup.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.trueup.adopted.UndoReport;
import dev.trueup.adopted.Watch;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.managed.Counters;
import dev.trueup.testkit.servers.EmbeddedMongo;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows and counters in MongoDB, from trueup.yaml. */
class MongoOfAConfigurationTest {
  private static final String COUNTER = "post.comments";

  private static TrueupConfig config(Path folder, String url, String layout) {
    String yaml =
        """
        datasources:
          docs: { url: "%s" }
        counters:
          post.comments:
            kind: rows
            settle: 200ms
            source:
              datasource: docs
              collection: comments
              subject: post
              id: _id
              created: created
        %s
        """
            .formatted(url, layout);
    return TrueupConfig.parse(yaml, folder.resolve("trueup.yaml"), name -> null);
  }

  private static Instant comment(MongoCollection<Document> comments, String id, int post) {
    Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    comments.insertOne(
        new Document("_id", id).append("post", post).append("created", Date.from(at)));
    return at;
  }

  @Test
  void aManagedCounterOfDocumentsIsKeptInMongoDbAndHeals(@TempDir Path folder) {
    managed(folder, "    layout: managed\n    window: 100ms\n    store: docs\n    shards: 3\n");
  }

  @Test
  void aManagedCounterOfDocumentsIsKeptInSqlAndHeals(@TempDir Path folder) {
    managed(folder, "    layout: managed\n    window: 100ms\n");
  }

  private static void managed(Path folder, String layout) {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url());
        Trueup trueup =
            Trueup.open(
                config(folder, server.url(), layout), TrueupOptions.standard().withoutSchedule())) {
      MongoCollection<Document> comments =
          client.getDatabase(server.name()).getCollection("comments");
      Instant at = comment(comments, "c-1", 7);
      Counters counters = trueup.counters();
      Outcome outcome = counters.apply(Change.added(COUNTER, "7").fact("c-1").at(at));
      assertThat(outcome.kind()).isEqualTo(Outcome.Kind.APPLIED);
      assertThat(counters.read(COUNTER, "7").mode()).isEqualTo(Reading.Mode.SOURCE);
      await(
          () -> {
            trueup.repair(List.of(), RunOptions.DEFAULT);
            return counters.read(COUNTER, "7").hasBase();
          });
      comment(comments, "c-lost", 7);
      await(() -> trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0).drifted() == 1);
      assertThat(counters.read(COUNTER, "7").value()).isEqualTo(1);

      RunReport repair = trueup.repair(List.of(COUNTER), RunOptions.DEFAULT);

      assertThat(repair.repairs()).hasSize(1);
      assertThat(counters.read(COUNTER, "7").value()).isEqualTo(2);
    }
  }

  @Test
  void aWholeConfigurationIsKeptInMongoDbWithItsRecord(@TempDir Path folder) {
    String counters =
        """
            layout: managed
            window: 100ms
            reconcile: { every: 200ms, sweep: 1h, duty: 1 }
            alerts: { coverage: 1h }
          post.number:
            kind: rows
            layout: adopted
            settle: 200ms
            source: { datasource: docs, collection: comments, subject: post }
            target: { datasource: docs, collection: posts, key: _id, column: comments }
        store: { datasource: docs }
        """;
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url());
        Trueup trueup = Trueup.open(config(folder, server.url(), counters))) {
      var database = client.getDatabase(server.name());
      MongoCollection<Document> rows = database.getCollection("comments");
      Instant at = comment(rows, "c-1", 7);
      MongoCollection<Document> posts = database.getCollection("posts");
      posts.insertOne(new Document("_id", 7).append("comments", 5));
      assertThatThrownBy(() -> trueup.audit(List.of(COUNTER), RunOptions.DEFAULT))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining("no state yet");
      assertThat(database.listCollectionNames()).containsOnly("comments", "posts");

      Counters hotPath = trueup.counters();
      hotPath.apply(Change.added(COUNTER, "7").fact("c-1").at(at));
      await(() -> hotPath.read(COUNTER, "7").hasBase());
      comment(rows, "c-lost", 7);
      await(() -> hotPath.read(COUNTER, "7").value() == 2);
      RunReport repair = trueup.repair(List.of("post.number"), RunOptions.DEFAULT);
      assertThat(comments(posts, "comments")).isEqualTo(2);
      assertThat(trueup.undo(repair.repairs().get(0), Watch.NONE).undone()).isEqualTo(1);
      assertThat(comments(posts, "comments")).isEqualTo(5);

      assertThat(folder).isEmptyDirectory();
      assertThat(database.getCollection("trueup_repair_entries").distinct("state", String.class))
          .containsExactlyInAnyOrder("APPLIED", "UNDONE");
      assertThat(database.getCollection("trueup_drift_runs").countDocuments()).isPositive();
      assertThat(database.getCollection("trueup_repair_batches").countDocuments()).isZero();
    }
  }

  @Test
  void anAdoptedNumberInDocumentsIsAuditedRepairedAndUndone(@TempDir Path folder) {
    String target =
        """
            layout: adopted
            target: { datasource: docs, collection: posts, key: _id, column: stats.comments }
        """;
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url());
        Trueup trueup =
            Trueup.open(
                config(folder, server.url(), target), TrueupOptions.standard().withoutSchedule())) {
      var database = client.getDatabase(server.name());
      comment(database.getCollection("comments"), "c-1", 7);
      MongoCollection<Document> posts = database.getCollection("posts");
      posts.insertOne(new Document("_id", 7).append("stats", new Document("comments", 5)));
      posts.insertOne(new Document("_id", 8).append("stats", new Document("comments", 0)));

      CounterReport found = trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0);
      assertThat(found.subjects()).isEqualTo(2);
      assertThat(found.drifted()).isEqualTo(1);
      assertThat(found.net()).isEqualByComparingTo("4");

      RunReport repair = trueup.repair(List.of(), RunOptions.DEFAULT);
      assertThat(comments(posts)).isEqualTo(1);
      UndoReport undo = trueup.undo(repair.repairs().get(0), Watch.NONE);
      assertThat(undo.undone()).isEqualTo(1);
      assertThat(comments(posts)).isEqualTo(5);
    }
  }

  private static @Nullable Object comments(MongoCollection<Document> posts) {
    Document post = Objects.requireNonNull(posts.find(new Document("_id", 7)).first());
    return post.get("stats", Document.class).get("comments");
  }

  private static @Nullable Object comments(MongoCollection<Document> posts, String field) {
    return Objects.requireNonNull(posts.find(new Document("_id", 7)).first()).get(field);
  }

  @Test
  void aMongoDbThatIsDownIsUnavailable(@TempDir Path folder) {
    String target =
        """
            layout: adopted
            target: { datasource: docs, collection: posts, key: _id, column: comments }
        """;
    TrueupConfig config = config(folder, "mongodb://127.0.0.1:1/forum", target);
    try (Trueup trueup = Trueup.open(config, TrueupOptions.standard().withoutSchedule())) {
      assertThatThrownBy(() -> trueup.audit(List.of(), RunOptions.DEFAULT))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("mongodb://127.0.0.1:1/forum");
    }
  }
}
