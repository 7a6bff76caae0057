package dev.trueup.cli.inspect;

import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.Document;

/**
 * Loads folders of CSV files into MongoDB, a collection each. A column called Id is the key;
 * numbers become numbers, and an empty cell leaves its field out.
 */
public final class CsvDocuments {
  private static final int BATCH = 500;

  private CsvDocuments() {}

  /** Loads a folder of {@link CsvTables#folder}. */
  public static void load(MongoDatabase database, Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".csv")).sorted().toList();
    }
    for (Path file : files) {
      insert(database, file.getFileName().toString().replace(".csv", ""), read(file));
    }
  }

  /** The tags of the posts of a forum, each a document, as the tags of {@code posts} list them. */
  public static void loadPostTags(MongoDatabase database) {
    Map<String, Object> byName = new HashMap<>();
    database
        .getCollection("tags")
        .find()
        .forEach(tag -> byName.put(tag.getString("TagName"), tag.get("_id")));
    List<Document> postTags = new ArrayList<>();
    for (Document post : database.getCollection("posts").find(new Document("PostTypeId", 1))) {
      Object tags = post.get("Tags");
      if (tags != null) {
        for (String tag : tags.toString().split(" ")) {
          if (byName.containsKey(tag)) {
            postTags.add(new Document("PostId", post.get("_id")).append("TagId", byName.get(tag)));
          }
        }
      }
    }
    insert(database, "post_tags", postTags);
  }

  private static void insert(MongoDatabase database, String name, List<Document> documents) {
    for (int from = 0; from < documents.size(); from += BATCH) {
      database
          .getCollection(name)
          .insertMany(documents.subList(from, Math.min(documents.size(), from + BATCH)));
    }
  }

  private static List<Document> read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String[] columns = lines.get(0).split(",", -1);
    List<Document> documents = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      Document document = new Document();
      for (int i = 0; i < columns.length; i++) {
        if (!cells[i].isEmpty()) {
          document.append(columns[i].equals("Id") ? "_id" : columns[i], value(cells[i]));
        }
      }
      documents.add(document);
    }
    return documents;
  }

  private static Object value(String cell) {
    return cell.matches("-?[0-9]{1,9}") ? (Object) Integer.valueOf(cell) : cell;
  }
}
