package dev.trueup.mongodb.managed;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Cells and ids: {@code {_id, of: key of the subject, event, shard, shards, life, revision, bytes,
 * cells: {factWindow: sum}, changes: [change]}}, one document per (counter, subject, event window,
 * shard). Ids and sums move in one update of one document. Windows are microseconds.
 */
final class ShardDocuments {

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;
  private final long bytesMax;

  /**
   * @param bytesMax how much the changes of one document may take together, by their own estimate
   */
  ShardDocuments(DocumentDatabase database, long bytesMax) {
    this.database = database;
    this.collection = database.collection("trueup_cells");
    this.bytesMax = bytesMax;
  }

  long bytesMax() {
    return bytesMax;
  }

  void prepare() {
    database.write("index the cells", () -> collection.createIndex(Indexes.ascending("of", "_id")));
  }

  /**
   * Adds changes of one document, all or none: none of their ids may be there, no sum may pass its
   * limit, and they have to fit. The document is made if it is not there.
   *
   * @return the document right after, without its changes; null: nothing was written
   */
  @Nullable Shard add(Counter counter, ShardKey key, int shards, List<Change> changes) {
    Map<Long, Long> sums = new HashMap<>();
    Map<Long, Long> highest = new HashMap<>();
    Map<Long, Long> lowest = new HashMap<>();
    List<Document> stored = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    long bytes = 0;
    for (Change change : changes) {
      long factWindow = Micros.of(counter.cellOf(change).factWindow());
      try {
        sums.merge(factWindow, change.amount(), Math::addExact);
        highest.merge(factWindow, Math.max(change.amount(), 0), Math::addExact);
        lowest.merge(factWindow, Math.min(change.amount(), 0), Math::addExact);
      } catch (ArithmeticException tooMuchAtOnce) {
        return null;
      }
      stored.add(StoredChange.write(change));
      ids.add(change.id());
      bytes += StoredChange.bytes(change);
    }
    List<Bson> conditions = new ArrayList<>();
    conditions.add(Filters.eq("_id", key.id()));
    conditions.add(Filters.lte("bytes", bytesMax - bytes));
    conditions.add(Filters.nin("changes.id", ids));
    Document increments = new Document("revision", 1L).append("bytes", bytes);
    for (Map.Entry<Long, Long> sum : sums.entrySet()) {
      String cell = "cells." + sum.getKey();
      increments.append(cell, sum.getValue());
      conditions.add(
          Filters.or(
              Filters.exists(cell, false),
              Filters.and(
                  Filters.lte(cell, sumMax(shards) - highest.getOrDefault(sum.getKey(), 0L)),
                  Filters.gte(cell, sumMin(shards) - lowest.getOrDefault(sum.getKey(), 0L)))));
      if (sum.getValue() > sumMax(shards) || sum.getValue() < sumMin(shards)) {
        return null;
      }
    }
    Document update =
        new Document("$inc", increments)
            .append("$push", new Document("changes", new Document("$each", stored)))
            .append(
                "$setOnInsert",
                new Document("of", key.of())
                    .append("event", key.event())
                    .append("shard", key.shard())
                    .append("shards", shards)
                    .append("life", database.random().nextLong()));
    return database.write(
        "accept changes of " + counter.name(), () -> addOrNot(Filters.and(conditions), update));
  }

  /** The sums of all shards of a cell have to fit into 64 bits together. */
  static long sumMax(int shards) {
    return Long.MAX_VALUE / shards;
  }

  static long sumMin(int shards) {
    return Long.MIN_VALUE / shards;
  }

  /** A key that is there already says: somebody else made the document, or a condition failed. */
  private @Nullable Shard addOrNot(Bson conditions, Document update) {
    try {
      return updated(conditions, update, true);
    } catch (MongoException e) {
      if (e.getCode() != DUPLICATE_KEY) {
        throw e;
      }
      Shard added = updated(conditions, update, false);
      if (added != null) {
        database.retryCounts().race();
      }
      return added;
    }
  }

  private @Nullable Shard updated(Bson conditions, Document update, boolean upsert) {
    Document after =
        collection.findOneAndUpdate(
            conditions,
            update,
            new FindOneAndUpdateOptions()
                .upsert(upsert)
                .returnDocument(ReturnDocument.AFTER)
                .projection(Projections.exclude("changes")));
    return after == null ? null : Shard.read(after);
  }

  /** A document with its cells and, of its changes, the one with this id. */
  @Nullable Shard find(Counter counter, ShardKey key, String changeId) {
    return database.read(
        "look up a change of " + counter.name(),
        () -> {
          Document found =
              collection
                  .find(Filters.eq("_id", key.id()))
                  .projection(
                      Projections.fields(
                          Projections.include("of", "event", "life", "revision", "bytes", "cells"),
                          Projections.elemMatch("changes", Filters.eq("id", changeId))))
                  .first();
          return found == null ? null : Shard.read(found);
        });
  }

  /** A whole document. */
  @Nullable Shard find(Counter counter, String id) {
    return database.read(
        "read cells of " + counter.name(),
        () -> {
          Document found = collection.find(Filters.eq("_id", id)).first();
          return found == null ? null : Shard.read(found);
        });
  }

  /** Every document of the subjects; without its changes where they are not asked for. */
  List<Shard> ofSubjects(Counter counter, Collection<Subject> subjects, boolean withChanges) {
    if (subjects.isEmpty()) {
      return List.of();
    }
    List<String> keys = subjects.stream().map(subject -> Keys.of(counter, subject)).toList();
    Bson projection = withChanges ? new Document() : Projections.exclude("changes");
    return database.read(
        "read cells of " + counter.name(),
        () ->
            collection
                .find(Filters.in("of", keys))
                .projection(projection)
                .map(Shard::read)
                .into(new ArrayList<>()));
  }

  /**
   * In which documents these ids of the subjects are.
   *
   * @return keys of documents, by subject and id
   */
  Map<Place, Set<String>> places(Counter counter, Collection<Change> changes) {
    Set<String> keys = new HashSet<>();
    Set<String> ids = new HashSet<>();
    for (Change change : changes) {
      keys.add(Keys.of(counter, change.subject()));
      ids.add(change.id());
    }
    Document theseIds = new Document("changes.id", new Document("$in", List.copyOf(ids)));
    // No expression looks at an id: one may begin with the sign of an expression.
    List<Document> steps =
        List.of(
            new Document(
                "$match",
                new Document("of", new Document("$in", List.copyOf(keys)))
                    .append("changes.id", theseIds.get("changes.id"))),
            new Document("$unwind", "$changes"),
            new Document("$match", theseIds),
            new Document("$project", new Document("of", 1).append("changes.id", 1)));
    List<Document> found =
        database.read(
            "look for ids of " + counter.name(),
            () -> collection.aggregate(steps).into(new ArrayList<>()));
    Map<Place, Set<String>> places = new HashMap<>();
    for (Document one : found) {
      String id = one.get("changes", Document.class).getString("id");
      places
          .computeIfAbsent(new Place(one.getString("of"), id), place -> new HashSet<>())
          .add(one.getString("_id"));
    }
    return places;
  }

  /** An id of a subject. */
  record Place(String of, String id) {}

  /** Replaces the content of a document that nobody wrote to since it was read. */
  boolean replace(Counter counter, Shard read, Map<Long, Long> cells, List<Change> changes) {
    Document sums = new Document();
    cells.forEach((factWindow, sum) -> sums.append(Long.toString(factWindow), sum));
    long bytes = changes.stream().mapToLong(StoredChange::bytes).sum();
    Document update =
        new Document(
                "$set",
                new Document("cells", sums)
                    .append("changes", changes.stream().map(StoredChange::write).toList())
                    .append("bytes", bytes))
            .append("$inc", new Document("revision", 1L));
    return database.compareAndSet(
            "drop changes of " + counter.name(),
            () -> collection.updateOne(unchanged(read), update).getMatchedCount())
        == 1;
  }

  /** Removes a document that nobody wrote to since it was read. */
  boolean remove(Counter counter, Shard read) {
    return database.compareAndSet(
            "drop changes of " + counter.name(),
            () -> collection.deleteOne(unchanged(read)).getDeletedCount())
        == 1;
  }

  void removeAll(Counter counter, Subject subject) {
    database.write(
        "forget a subject of " + counter.name(),
        () -> collection.deleteMany(Filters.eq("of", Keys.of(counter, subject))));
  }

  private static Bson unchanged(Shard read) {
    return Filters.and(
        Filters.eq("_id", read.id()),
        Filters.eq("life", read.life()),
        Filters.eq("revision", read.revision()));
  }

  /** A page of the keys of subjects that have cells. */
  List<String> page(Counter counter, @Nullable Subject after, int limit) {
    Bson range =
        Filters.and(
            Filters.gt("of", Keys.above(counter, after)), Filters.lt("of", Keys.end(counter)));
    return database.read(
        "list " + counter.name(),
        () -> {
          List<String> page = new ArrayList<>();
          try (var cursor =
              collection
                  .find(range)
                  .projection(Projections.include("of"))
                  .sort(Sorts.ascending("of"))
                  .batchSize(1_000)
                  .iterator()) {
            while (page.size() < limit && cursor.hasNext()) {
              String of = cursor.next().getString("of");
              if (page.isEmpty() || !page.get(page.size() - 1).equals(of)) {
                page.add(of);
              }
            }
          }
          return page;
        });
  }
}
