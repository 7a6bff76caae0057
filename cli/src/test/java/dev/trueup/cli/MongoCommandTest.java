package dev.trueup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import dev.trueup.cli.inspect.CsvDocuments;
import dev.trueup.cli.inspect.CsvTables;
import dev.trueup.testkit.servers.EmbeddedMongo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command on MongoDB: what a person does first with a database, and then. */
class MongoCommandTest {
  /** The five counters of a forum whose posts are of several types. */
  private static final String COUNTERS =
      """
      counters:
        post.comments:
          { kind: rows, layout: adopted, source: { datasource: app, collection: comments, subject: PostId },
            target: { datasource: app, collection: posts, key: _id, column: CommentCount } }
        post.answers:
          { kind: rows, layout: adopted,
            source: { datasource: app, collection: posts, subject: ParentId, where: '{"PostTypeId": 2}' },
            target: { datasource: app, collection: posts, key: _id, column: AnswerCount, where: '{"PostTypeId": 1}' } }
        post.score:
          { kind: rows, layout: adopted,
            source: { datasource: app, collection: votes, subject: PostId, where: '{"VoteTypeId": {"$in": [2, 3]}}',
                      amount: '{"$cond": [{"$eq": ["$VoteTypeId", 2]}, 1, -1]}' },
            target: { datasource: app, collection: posts, key: _id, column: Score } }
        post.favorites:
          { kind: rows, layout: adopted,
            source: { datasource: app, collection: votes, subject: PostId, where: '{"VoteTypeId": 5}' },
            target: { datasource: app, collection: posts, key: _id, column: FavoriteCount, where: '{"PostTypeId": 1}' } }
        tag.questions:
          { kind: rows, layout: adopted, source: { datasource: app, collection: post_tags, subject: TagId },
            target: { datasource: app, collection: tags, key: _id, column: Count } }
      """;

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

  private static Path config(Path folder, EmbeddedMongo server) throws Exception {
    Path file = folder.resolve("forum.yaml");
    Files.writeString(file, "datasources:\n  app: { url: \"" + server.url() + "\" }\n" + COUNTERS);
    return file;
  }

  private static JsonNode audit(Path file, int exitCode) throws Exception {
    CommandRun run = CommandRun.of("audit", "-c", file.toString(), "--json");
    assertThat(run.exitCode()).as(run.all()).isEqualTo(exitCode);
    return new ObjectMapper().readTree(run.out()).get("counters");
  }

  private static long sum(JsonNode counters, String figure) {
    long sum = 0;
    for (JsonNode counter : counters) {
      sum += counter.get(figure).asLong();
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"se-conlang-meta,533", "se-french-meta,2204", "se-bicycles-meta,3892"})
  void countersOfARealForumAgree(String set, long subjects, @TempDir Path folder) throws Exception {
    Path data = CsvTables.folder(set);
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      CsvDocuments.load(client.getDatabase(server.name()), data);
      CsvDocuments.loadPostTags(client.getDatabase(server.name()));

      JsonNode counters = audit(config(folder, server), ExitCode.CLEAN);

      assertThat(sum(counters, "drifted")).isZero();
      assertThat(sum(counters, "subjects")).isEqualTo(subjects);
    }
  }

  @Test
  void fiftyPlantedErrorsOfTenKindsAreFoundRepairedAndBroughtBack(@TempDir Path folder)
      throws Exception {
    Path data = CsvTables.folder("se-french-meta");
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      MongoDatabase database = client.getDatabase(server.name());
      CsvDocuments.load(database, data);
      CsvDocuments.loadPostTags(database);
      Set<String> planted = plant(database.getCollection("posts"));
      List<Document> before = all(database.getCollection("posts"));
      Path file = config(folder, server);

      JsonNode comments = audit(file, ExitCode.DRIFT).get(0);

      assertThat(subjects(comments)).isEqualTo(planted);
      assertThat(comments.get("verdicts").get("null").asInt()).isEqualTo(10);
      assertThat(comments.get("verdicts").get("not-a-number").asInt()).isEqualTo(10);

      CommandRun repair = CommandRun.of("repair", "--offline", "-c", file.toString(), "--json");
      String id = new ObjectMapper().readTree(repair.out()).get("repair").asText();
      // A text or a truth value is no number that could be added to; all else is right now.
      JsonNode after = audit(file, ExitCode.DRIFT).get(0);
      assertThat(after.get("drifted").asInt()).isEqualTo(10);
      assertThat(after.get("verdicts").get("not-a-number").asInt()).isEqualTo(10);
      assertThat(CommandRun.of("undo", id, "-c", file.toString()).exitCode()).isZero();
      assertThat(all(database.getCollection("posts"))).isEqualTo(before);
    }
  }

  /** An undo leaves a field out that was null before: for every filter that is the same. */
  private static List<Document> all(MongoCollection<Document> posts) {
    List<Document> all = posts.find().sort(new Document("_id", 1)).into(new ArrayList<>());
    all.stream()
        .filter(post -> post.get("CommentCount") == null)
        .forEach(post -> post.remove("CommentCount"));
    return all;
  }

  private static Set<String> subjects(JsonNode counter) {
    Set<String> subjects = new TreeSet<>();
    counter.get("drifts").forEach(drift -> subjects.add(drift.get("subject").asText()));
    return subjects;
  }

  private static Set<String> plant(MongoCollection<Document> posts) {
    Set<String> planted = new TreeSet<>();
    Document commented = new Document("CommentCount", new Document("$gt", 0));
    for (Document post : posts.find(commented).limit(50).into(new ArrayList<>())) {
      String kind = KINDS.get(planted.size() % KINDS.size());
      Document update =
          kind.equals("missing")
              ? new Document("$unset", new Document("CommentCount", ""))
              : new Document(
                  "$set",
                  new Document("CommentCount", wrong(kind, post.getInteger("CommentCount"))));
      posts.updateOne(new Document("_id", post.get("_id")), update);
      planted.add(String.valueOf(post.get("_id")));
    }
    assertThat(planted).hasSize(50);
    return planted;
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

  @ParameterizedTest
  @CsvSource({"se-conlang-meta,true", "se-french-meta,true", "se-bicycles-meta,false"})
  void theCountersOfARealForumAreFoundInItsDocuments(
      String set, boolean hasFavourites, @TempDir Path folder) throws Exception {
    Path data = CsvTables.folder(set);
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      CsvDocuments.load(client.getDatabase(server.name()), data);
      Path file = folder.resolve("trueup.yaml");

      CommandRun init = CommandRun.of("init", server.url(), "-c", file.toString());

      assertThat(init.exitCode()).as(init.all()).isZero();
      assertThat(init.out())
          .contains(
              "rows of comments by PostId", "rows of posts by ParentId", "over votes by PostId");
      JsonNode counters = audit(file, ExitCode.CLEAN);
      assertThat(counters).hasSize(hasFavourites ? 4 : 3);
      assertThat(sum(counters, "drifted")).isZero();
    }
  }

  @Test
  void nestedNumbersObjectIdsAndFiltersAreFound(@TempDir Path folder) throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      MongoDatabase database = client.getDatabase(server.name());
      List<ObjectId> posts = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        posts.add(new ObjectId());
        int approved = i % 4;
        for (int k = 0; k < approved + i % 3; k++) {
          database
              .getCollection("comments")
              .insertOne(
                  new Document("post", posts.get(i))
                      .append("status", k < approved ? "approved" : "spam"));
        }
        database
            .getCollection("posts")
            .insertOne(
                new Document("_id", posts.get(i))
                    .append("title", "post " + i)
                    .append("stats", new Document("comments", (double) approved)));
      }
      Path file = folder.resolve("trueup.yaml");

      CommandRun init = CommandRun.of("init", server.url(), "-c", file.toString());

      assertThat(init.exitCode()).as(init.all()).isZero();
      assertThat(init.out()).contains("posts.stats.comments", "agrees on 9 of 9 subjects");
      assertThat(Files.readString(file))
          .contains("collection: comments", "where: '{\"status\": \"approved\"}'");
      JsonNode counters = audit(file, ExitCode.CLEAN);
      assertThat(counters).hasSize(1);
      assertThat(counters.get(0).get("subjects").asInt()).isEqualTo(12);
    }
  }

  @Test
  void collectionsWithoutCountersGiveAFileThatSaysSo(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("trueup.yaml");
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      var people = client.getDatabase(server.name()).getCollection("people");
      for (int i = 0; i < 20; i++) {
        people.insertOne(new Document("_id", i).append("name", "p" + i));
      }

      CommandRun run = CommandRun.of("init", server.url(), "-c", file.toString());

      assertThat(run.exitCode()).as(run.all()).isZero();
      assertThat(run.out())
          .contains("Nothing looks like a counter (collections looked at: 1)")
          .doesNotContain("column", "table");
      assertThat(Files.readString(file))
          .contains("nothing here looks like a counter")
          .doesNotContain("column", "table");
    }
  }

  @Test
  void aFieldOfMixedTypesIsFoundAndItsWrongValuesAreTold(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("trueup.yaml");
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase();
        MongoClient client = MongoClients.create(server.url())) {
      var database = client.getDatabase(server.name());
      List<Document> comments = new ArrayList<>();
      for (int post = 0; post < 40; post++) {
        int many = post % 5 + 1;
        for (int i = 0; i < many; i++) {
          comments.add(new Document("post_id", post).append("body", "c"));
        }
        Object stored =
            switch (post % 8) {
              case 0 -> many;
              case 1 -> (double) many;
              case 2 -> (long) many;
              default -> post == 7 ? "7" : (Object) many;
            };
        Document inserted = new Document("_id", post).append("comment_count", stored);
        if (post == 15) {
          inserted.append("comment_count", null);
        } else if (post == 23) {
          inserted.remove("comment_count");
        }
        database.getCollection("posts").insertOne(inserted);
      }
      database.getCollection("comments").insertMany(comments);

      CommandRun init = CommandRun.of("init", server.url(), "-c", file.toString());
      CommandRun audit = CommandRun.of("audit", "--offline", "-c", file.toString());

      assertThat(init.exitCode()).as(init.all()).isZero();
      assertThat(init.out()).contains("posts.comment_count", "1 of 1 fields");
      assertThat(audit.exitCode()).as(audit.all()).isEqualTo(1);
      assertThat(
              audit
                  .out()
                  .lines()
                  .filter(line -> line.startsWith("post.comments "))
                  .skip(1)
                  .map(line -> line.replaceAll(" +", " ").trim()))
          .as(audit.all())
          .containsExactly(
              "post.comments 23 NULL 4 -4 null",
              "post.comments 15 NULL 1 -1 null",
              "post.comments 7 \"7\" 3 not-a-number");
    }
  }

  @Test
  void aUrlWithoutADatabaseIsSaidSoAndNothingIsWritten(@TempDir Path folder) {
    Path file = folder.resolve("trueup.yaml");

    CommandRun run = CommandRun.of("init", "mongodb://127.0.0.1:1", "-c", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("database").doesNotContain("\tat ");
    assertThat(file).doesNotExist();
  }

  @Test
  void aDatabaseThatIsEmptyOrDownIsSaidSo(@TempDir Path folder) {
    String file = folder.resolve("trueup.yaml").toString();
    try (EmbeddedMongo server = EmbeddedMongo.newDatabase()) {
      CommandRun empty = CommandRun.of("init", server.url(), "-c", file);
      assertThat(empty.exitCode()).as(empty.all()).isEqualTo(2);
      assertThat(empty.err()).contains("has no collections", "Nothing was written");
    }
    CommandRun down = CommandRun.of("init", "mongodb://joe:s3cret@127.0.0.1:1/forum", "-c", file);
    assertThat(down.exitCode()).isEqualTo(2);
    assertThat(down.err()).contains("127.0.0.1:1").doesNotContain("s3cret", "\tat ");
    assertThat(Path.of(file)).doesNotExist();
  }
}
