package dev.trueup;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.trueup.adopted.Watch;
import dev.trueup.config.TrueupConfig;
import dev.trueup.counter.Verdict;
import dev.trueup.redis.Redis;
import dev.trueup.redis.RedisSettings;
import dev.trueup.testkit.servers.EmbeddedMongo;
import dev.trueup.testkit.servers.EmbeddedRedis;
import dev.trueup.testkit.servers.Servers;
import dev.trueup.testkit.servers.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows in one family of databases, the application's number in another. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AcrossFamiliesTest {
  /** Subject and rows; of subject 5 there are rows and no number. */
  private static final Map<Integer, Integer> ROWS = new TreeMap<>(Map.of(1, 3, 2, 1, 3, 2, 5, 2));

  private EmbeddedRedis redis;
  private EmbeddedMongo mongo;
  private MongoClient client;
  private TestDatabase sql;

  @BeforeAll
  void startRedis() {
    redis = EmbeddedRedis.single();
  }

  @AfterAll
  void stopRedis() {
    redis.close();
  }

  @BeforeEach
  void fill() {
    mongo = EmbeddedMongo.newDatabase();
    client = MongoClients.create(mongo.url());
    sql = Servers.postgresql().newDatabase();
    sql.execute(
        "CREATE TABLE comments (id SERIAL PRIMARY KEY, post_id INTEGER)",
        "CREATE TABLE posts (id INTEGER PRIMARY KEY, n INTEGER)",
        "INSERT INTO posts VALUES (1, 5), (2, 1), (3, NULL), (4, 0)",
        "INSERT INTO comments (post_id) VALUES (NULL)");
    MongoDatabase documents = client.getDatabase(mongo.name());
    documents.getCollection("comments").insertOne(new Document("other", 1));
    ROWS.forEach(
        (post, rows) -> {
          for (int i = 0; i < rows; i++) {
            sql.execute("INSERT INTO comments (post_id) VALUES (" + post + ")");
            documents.getCollection("comments").insertOne(new Document("post_id", post));
          }
        });
    documents
        .getCollection("posts")
        .insertMany(
            List.of(
                new Document("_id", 1).append("n", 5),
                new Document("_id", 2).append("n", 1L),
                new Document("_id", 3).append("n", null),
                new Document("_id", 4).append("n", 0)));
    try (Redis application = Redis.open(RedisSettings.of("application", redis.url(), null, null))) {
      Map.of("1", "5", "2", "1", "4", "0")
          .forEach(
              (post, number) ->
                  application.write(
                      "set", commands -> commands.set("post:" + post + ":n", number)));
    }
  }

  @AfterEach
  void drop() {
    client.close();
    mongo.close();
    sql.close();
  }

  private TrueupConfig config(Path folder, String rows, String number) {
    String source = rows.equals("docs") ? "collection: comments" : "table: comments";
    String target =
        switch (number) {
          case "docs" -> "collection: posts, key: _id, column: n";
          case "app" -> "table: posts, key: id, column: n";
          default -> "redis-key: 'post:<subject>:n'";
        };
    String yaml =
        """
        datasources:
          app: { url: "%s", username: "%s", password: "%s" }
          docs: { url: "%s" }
          cache: { url: "%s" }
        counters:
          post.comments:
            kind: rows
            layout: adopted
            settle: 50ms
            source: { datasource: %s, %s, subject: post_id }
            target: { datasource: %s, %s }
        """
            .formatted(
                sql.url(),
                sql.username(),
                sql.password(),
                mongo.url(),
                redis.url(),
                rows,
                source,
                number,
                target);
    return TrueupConfig.parse(yaml, folder.resolve("trueup.yaml"), name -> null);
  }

  @ParameterizedTest
  @CsvSource({"app,docs", "app,cache", "docs,app", "docs,cache", "docs,docs"})
  void driftIsFoundCorrectedAndBroughtBack(String rows, String number, @TempDir Path folder) {
    boolean hasNull = !number.equals("cache");
    try (Trueup trueup =
        Trueup.open(config(folder, rows, number), TrueupOptions.standard().withoutSchedule())) {
      CounterReport found = audit(trueup);
      assertThat(found.subjects()).isEqualTo(hasNull ? 4 : 3);
      assertThat(verdicts(found))
          .isEqualTo(
              hasNull ? Map.of("1", Verdict.DRIFT, "3", Verdict.NULL) : Map.of("1", Verdict.DRIFT));
      assertThat(found.verdicts()).containsEntry(Verdict.MISSING, hasNull ? 1L : 2L);
      assertThat(found.notes())
          .anyMatch(note -> note.contains("name no subject") && note.contains("1"));

      RunReport repair = trueup.repair(List.of(), RunOptions.DEFAULT);

      assertThat(repair.counters().get(0).corrected()).isEqualTo(hasNull ? 2 : 1);
      assertThat(numbers(number)).isEqualTo(hasNull ? "1=3 2=1 3=2 4=0" : "1=3 2=1 4=0");
      assertThat(audit(trueup).drifted()).isZero();
      assertThat(trueup.undo(repair.repairs().get(0), Watch.NONE).undone())
          .isEqualTo(hasNull ? 2 : 1);
      assertThat(numbers(number)).isEqualTo(hasNull ? "1=5 2=1 3=null 4=0" : "1=5 2=1 4=0");
    }
  }

  private static CounterReport audit(Trueup trueup) {
    return trueup.audit(List.of(), RunOptions.DEFAULT).counters().get(0);
  }

  private static Map<String, Verdict> verdicts(CounterReport report) {
    return report.drifts().stream()
        .collect(Collectors.toMap(one -> one.subject().key(), SubjectReport::verdict));
  }

  private String numbers(String number) {
    return switch (number) {
      case "app" -> inSql();
      case "docs" ->
          client
              .getDatabase(mongo.name())
              .getCollection("posts")
              .find()
              .sort(new Document("_id", 1))
              .into(new ArrayList<>())
              .stream()
              .map(post -> post.get("_id") + "=" + post.get("n"))
              .collect(Collectors.joining(" "));
      default -> inRedis();
    };
  }

  private String inSql() {
    StringBuilder text = new StringBuilder();
    try (Connection connection = sql.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, n FROM posts ORDER BY id")) {
      while (rows.next()) {
        text.append(text.isEmpty() ? "" : " ")
            .append(rows.getString(1))
            .append("=")
            .append(rows.getString(2));
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return text.toString();
  }

  private String inRedis() {
    try (Redis application = Redis.open(RedisSettings.of("application", redis.url(), null, null))) {
      StringBuilder text = new StringBuilder();
      for (int post = 1; post <= 5; post++) {
        String key = "post:" + post + ":n";
        String value = application.ask("get", commands -> commands.getrange(key, 0, -1));
        text.append(value.isEmpty() ? "" : (text.isEmpty() ? "" : " ") + post + "=" + value);
      }
      return text.toString();
    }
  }
}
