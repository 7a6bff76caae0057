package dev.trueup.mongodb.managed;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.PushOptions;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Heads: {@code {_id: key, base, factsBefore, eventsBefore, installedAt, version, mark, marked,
 * held, forgottenUntil, covered: [change]}}. What does not hold is left out: no field is ever null.
 * Times are microseconds. Whoever rewrites a head does it on the condition of the version it read.
 */
final class HeadDocuments {

  /** Half the range of long: there is room above for more settles than there will ever be. */
  private static final long VERSION_BOUND = 1L << 62;

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;

  HeadDocuments(DocumentDatabase database) {
    this.database = database;
    this.collection = database.collection("trueup_heads");
  }

  void prepare() {
    database.write(
        "index the heads",
        () ->
            collection.createIndex(
                Indexes.ascending("marked", "_id"),
                new IndexOptions().partialFilterExpression(new Document("marked", true))));
  }

  /** A head with the changes that were answered COVERED since its last settle. */
  record Found(Head head, List<Change> covered) {}

  Map<Subject, Head> find(Counter counter, Collection<Subject> subjects) {
    Map<Subject, Head> heads = new HashMap<>();
    for (Document one : documents(counter, subjects, Projections.exclude("covered"))) {
      heads.put(Keys.subjectIn(one.getString("_id")), head(one));
    }
    return heads;
  }

  @Nullable Head find(Counter counter, Subject subject) {
    return find(counter, List.of(subject)).get(subject);
  }

  Map<Subject, Found> findWithCovered(Counter counter, Collection<Subject> subjects) {
    Map<Subject, Found> heads = new HashMap<>();
    for (Document one : documents(counter, subjects, new Document())) {
      Subject subject = Keys.subjectIn(one.getString("_id"));
      List<Change> covered = new ArrayList<>();
      for (Document change : one.getList("covered", Document.class, List.of())) {
        covered.add(StoredChange.read(counter, subject, change));
      }
      heads.put(subject, new Found(head(one), covered));
    }
    return heads;
  }

  private List<Document> documents(Counter counter, Collection<Subject> subjects, Bson projection) {
    if (subjects.isEmpty()) {
      return List.of();
    }
    List<String> keys = subjects.stream().map(subject -> Keys.of(counter, subject)).toList();
    return database.read(
        "read heads of " + counter.name(),
        () ->
            collection
                .find(Filters.in("_id", keys))
                .projection(projection)
                .into(new ArrayList<>()));
  }

  /**
   * Puts a base in place and leaves the head marked, if nothing was installed, held or forgotten
   * since.
   *
   * @param observed the head that was read; null: there was none
   * @param markObserved the mark number that a new head begins at
   * @return what the head is then; null: somebody else was faster
   */
  @Nullable Position install(
      Counter counter,
      Subject subject,
      @Nullable Head observed,
      long markObserved,
      Head.Base base) {
    String key = Keys.of(counter, subject);
    String doing = "settle " + counter.name();
    if (observed == null) {
      Document fresh =
          withBase(new Document("_id", key), base)
              .append("version", newVersion())
              .append("mark", markObserved)
              .append("marked", true);
      return insert(doing, fresh) ? Position.of(fresh) : null;
    }
    Bson update =
        Updates.combine(
            new Document(
                "$set",
                withBase(new Document(), base)
                    .append("version", observed.version() + 1)
                    .append("marked", true)),
            Updates.unset("covered"),
            Updates.unset("held"),
            Updates.unset("forgottenUntil"));
    Document after =
        database.compareAndSet(
            doing,
            () ->
                collection.findOneAndUpdate(
                    atVersion(key, observed),
                    update,
                    new FindOneAndUpdateOptions()
                        .returnDocument(ReturnDocument.AFTER)
                        .projection(Projections.include("version", "mark"))));
    return after == null ? null : Position.of(after);
  }

  /** Version and mark number right after an install. */
  record Position(long version, long mark) {
    private static Position of(Document stored) {
      return new Position(stored.getLong("version"), stored.getLong("mark"));
    }
  }

  private static Document withBase(Document fields, Head.Base base) {
    return fields
        .append("base", base.value())
        .append("factsBefore", Micros.of(base.watermark().factsBefore()))
        .append("eventsBefore", Micros.of(base.watermark().eventsBefore()))
        .append("installedAt", Micros.of(base.installedAt()));
  }

  /** A head whose mark may go, unless it was marked or rewritten since. */
  record Clearing(Subject subject, Position position) {}

  void clearMarks(Counter counter, List<Clearing> clearings) {
    if (clearings.isEmpty()) {
      return;
    }
    List<UpdateOneModel<Document>> updates = new ArrayList<>();
    for (Clearing clearing : clearings) {
      updates.add(
          new UpdateOneModel<>(
              Filters.and(
                  Filters.eq("_id", Keys.of(counter, clearing.subject())),
                  Filters.eq("version", clearing.position().version()),
                  Filters.eq("mark", clearing.position().mark())),
              Updates.unset("marked")));
    }
    database.write("clear marks of " + counter.name(), () -> collection.bulkWrite(updates));
  }

  /**
   * Raises the mark number by one for each change, marks the head, and keeps the changes.
   *
   * @return false where there is no head with a base any more
   */
  boolean cover(Counter counter, Subject subject, List<Change> changes) {
    List<Document> kept = changes.stream().map(StoredChange::write).toList();
    Bson update =
        Updates.combine(
            Updates.inc("mark", (long) changes.size()),
            Updates.set("marked", true),
            Updates.pushEach(
                "covered", kept, new PushOptions().slice(-CounterStore.COVERED_KEPT_MAX)));
    return database.write(
            "mark a subject of " + counter.name(),
            () ->
                collection
                    .updateOne(
                        Filters.and(
                            Filters.eq("_id", Keys.of(counter, subject)), Filters.exists("base")),
                        update)
                    .getMatchedCount())
        == 1;
  }

  void mark(Counter counter, Subject subject) {
    Bson update =
        Updates.combine(
            Updates.inc("mark", 1L),
            Updates.set("marked", true),
            Updates.setOnInsert("version", newVersion()));
    database.write(
        "mark a subject of " + counter.name(),
        () -> {
          Bson key = Filters.eq("_id", Keys.of(counter, subject));
          try {
            return collection.updateOne(key, update, new UpdateOptions().upsert(true));
          } catch (MongoException e) {
            if (e.getCode() != DUPLICATE_KEY) {
              throw e;
            }
            return collection.updateOne(key, update);
          }
        });
  }

  /** Replaces all by a tombstone; false where somebody else was faster. */
  boolean entomb(Counter counter, Subject subject, @Nullable Head observed, Instant until) {
    String key = Keys.of(counter, subject);
    String doing = "forget a subject of " + counter.name();
    if (observed == null) {
      return insert(
          doing,
          new Document("_id", key)
              .append("version", newVersion())
              .append("mark", 0L)
              .append("forgottenUntil", Micros.of(until)));
    }
    Document gone = new Document();
    for (String field :
        List.of(
            "base", "factsBefore", "eventsBefore", "installedAt", "marked", "held", "covered")) {
      gone.append(field, "");
    }
    return rewrite(
        doing,
        key,
        observed,
        new Document("$unset", gone)
            .append(
                "$set",
                new Document("forgottenUntil", Micros.of(until))
                    .append("version", observed.version() + 1)));
  }

  /** Holds a head with another base value; false where somebody else was faster. */
  boolean hold(Counter counter, Subject subject, Head observed, long value) {
    return rewrite(
        "hold a subject of " + counter.name(),
        Keys.of(counter, subject),
        observed,
        Updates.combine(
            Updates.set("base", value),
            Updates.set("held", true),
            Updates.set("version", observed.version() + 1)));
  }

  /** Releases a held head and marks it; false where somebody else was faster. */
  boolean release(Counter counter, Subject subject, Head observed) {
    return rewrite(
        "release a subject of " + counter.name(),
        Keys.of(counter, subject),
        observed,
        Updates.combine(
            Updates.unset("held"),
            Updates.set("marked", true),
            Updates.inc("mark", 1L),
            Updates.set("version", observed.version() + 1)));
  }

  private boolean rewrite(String doing, String key, Head observed, Bson update) {
    return database.compareAndSet(
            doing, () -> collection.updateOne(atVersion(key, observed), update).getMatchedCount())
        == 1;
  }

  private boolean insert(String doing, Document fresh) {
    return database.compareAndSet(
        doing,
        () -> {
          try {
            collection.insertOne(fresh);
            return true;
          } catch (MongoException e) {
            if (e.getCode() != DUPLICATE_KEY) {
              throw e;
            }
            return false;
          }
        });
  }

  /** A page of keys, those of marked heads alone or of all. */
  List<String> page(Counter counter, @Nullable Subject after, int limit, boolean markedOnly) {
    Bson range =
        Filters.and(
            Filters.gt("_id", Keys.above(counter, after)), Filters.lt("_id", Keys.end(counter)));
    Bson filter = markedOnly ? Filters.and(Filters.eq("marked", true), range) : range;
    return database.read(
        "list " + counter.name(),
        () ->
            collection
                .find(filter)
                .projection(Projections.include("_id"))
                .sort(Sorts.ascending("_id"))
                .limit(limit)
                .map(one -> one.getString("_id"))
                .into(new ArrayList<>()));
  }

  private static Bson atVersion(String key, Head observed) {
    return Filters.and(Filters.eq("_id", key), Filters.eq("version", observed.version()));
  }

  private long newVersion() {
    return database.random().nextLong(VERSION_BOUND);
  }

  private static Head head(Document stored) {
    Long value = stored.getLong("base");
    Instant factsBefore = Micros.in(stored, "factsBefore");
    Instant eventsBefore = Micros.in(stored, "eventsBefore");
    Instant installedAt = Micros.in(stored, "installedAt");
    Head.Base base =
        value == null || factsBefore == null || eventsBefore == null || installedAt == null
            ? null
            : new Head.Base(value, new Watermark(factsBefore, eventsBefore), installedAt);
    return new Head(
        base,
        stored.getLong("version"),
        stored.getLong("mark"),
        stored.getBoolean("marked", false),
        stored.getBoolean("held", false),
        Micros.in(stored, "forgottenUntil"));
  }
}
