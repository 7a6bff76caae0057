package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import dev.trueup.mongodb.DocumentDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/** Sets of real posts, comments, votes and tags, loaded into collections. */
final class StackExchange {
  private StackExchange() {}

  /** The counters of a set; the test is skipped, visibly, where the set is absent. */
  static List<AdoptedCounter> load(DocumentDatabase database, String set) {
    String configured = System.getenv("TRUEUP_DATA");
    Path folder =
        configured == null
            ? Path.of("").toAbsolutePath().resolve("../../../shared/data").normalize().resolve(set)
            : Path.of(configured, set);
    Assumptions.assumeTrue(
        Files.isDirectory(folder), "The data set " + set + " is not there; set TRUEUP_DATA.");
    List<Document> posts = read(folder, "posts");
    List<Document> tags = read(folder, "tags");
    insert(database, "posts", posts);
    insert(database, "comments", read(folder, "comments"));
    insert(database, "votes", read(folder, "votes"));
    insert(database, "tags", tags);
    insert(database, "post_tags", postTags(posts, tags));
    return List.of(
        counter("post.comments", "comments", "postid", null, "1", "posts", "commentcount", null),
        counter(
            "post.answers",
            "posts",
            "parentid",
            "{\"posttypeid\": 2}",
            "1",
            "posts",
            "answercount",
            "{\"posttypeid\": 1}"),
        counter(
            "post.score",
            "votes",
            "postid",
            "{\"votetypeid\": {\"$in\": [2, 3]}}",
            "{\"$cond\": [{\"$eq\": [\"$votetypeid\", 2]}, 1, -1]}",
            "posts",
            "score",
            null),
        counter(
            "post.favorites",
            "votes",
            "postid",
            "{\"votetypeid\": 5}",
            "1",
            "posts",
            "favoritecount",
            "{\"posttypeid\": 1}"),
        counter("tag.questions", "post_tags", "tagid", null, "1", "tags", "count", null));
  }

  static AdoptedCounter counter(
      String name,
      String facts,
      String subject,
      @Nullable String where,
      String amount,
      String target,
      String column,
      @Nullable String scope) {
    return new AdoptedCounter(
        name,
        new SourceDefinition(
            "docs",
            null,
            null,
            facts,
            List.of(subject),
            where,
            amount,
            null,
            RoundingMode.HALF_UP,
            null,
            null,
            null,
            null,
            null,
            false),
        new TargetDefinition("docs", null, target, null, List.of("_id"), column, scope, false),
        Duration.ofSeconds(30));
  }

  private static void insert(DocumentDatabase database, String name, List<Document> documents) {
    for (int from = 0; from < documents.size(); from += 500) {
      database
          .collection(name)
          .insertMany(documents.subList(from, Math.min(documents.size(), from + 500)));
    }
  }

  /** Numbers become numbers; an empty cell leaves its field out. */
  private static List<Document> read(Path folder, String file) {
    try {
      List<String> lines =
          Files.readAllLines(folder.resolve(file + ".csv"), StandardCharsets.UTF_8);
      String[] columns = lines.get(0).toLowerCase(Locale.ROOT).split(",", -1);
      List<Document> documents = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split(",", -1);
        Document document = new Document();
        for (int i = 0; i < columns.length; i++) {
          if (!cells[i].isEmpty()) {
            document.append(columns[i].equals("id") ? "_id" : columns[i], value(cells[i]));
          }
        }
        documents.add(document);
      }
      return documents;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object value(String cell) {
    return cell.matches("-?[0-9]{1,9}") ? (Object) Integer.valueOf(cell) : cell;
  }

  private static List<Document> postTags(List<Document> posts, List<Document> tags) {
    Map<String, Object> byName = new HashMap<>();
    tags.forEach(tag -> byName.put(String.valueOf(tag.get("tagname")), tag.get("_id")));
    List<Document> postTags = new ArrayList<>();
    for (Document post : posts) {
      if (Integer.valueOf(1).equals(post.get("posttypeid")) && post.get("tags") != null) {
        for (String tag : String.valueOf(post.get("tags")).split(" ")) {
          if (byName.containsKey(tag)) {
            postTags.add(new Document("postid", post.get("_id")).append("tagid", byName.get(tag)));
          }
        }
      }
    }
    return postTags;
  }
}
