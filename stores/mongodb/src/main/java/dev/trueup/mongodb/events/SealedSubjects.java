package dev.trueup.mongodb.events;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Subject;
import dev.trueup.events.EventCounter;
import dev.trueup.events.StoredEvent;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.managed.Keys;
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
 * Subjects that have events, with what is sealed of them: {@code {_id: key, version, sum, events,
 * pending: {ids, sum}}}. What is pending counts by its sum, and its events no more, whether they
 * are there still or not. Whoever rewrites one does it on the condition of the version it read, and
 * only the holder of a pending part drops events. Thread-safe.
 */
final class SealedSubjects {
  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;
  private final EventDocuments events;

  SealedSubjects(DocumentDatabase database, EventDocuments events) {
    this.database = database;
    this.collection = database.collection("trueup_journal_subjects");
    this.events = events;
  }

  /**
   * The sealed part of a subject.
   *
   * @param value what it adds to the truth, its pending part too
   * @param isThere whether anything is sealed, if only to a sum of zero
   * @param pending keys of documents that count there and nowhere else
   */
  record Part(long version, long value, boolean isThere, List<String> pending) {
    static final Part NONE = new Part(0, 0, false, List.of());
  }

  /** Makes subjects known, before their first events are there. */
  void know(EventCounter counter, Collection<Subject> subjects) {
    Set<String> keys = new HashSet<>();
    subjects.forEach(subject -> keys.add(Keys.of(counter.name(), subject)));
    List<String> asked = List.copyOf(keys);
    database
        .read(
            "look up subjects of " + counter.name(),
            () ->
                collection
                    .find(Filters.in("_id", asked))
                    .projection(Projections.include("_id"))
                    .into(new ArrayList<>()))
        .forEach(known -> keys.remove(known.getString("_id")));
    if (!keys.isEmpty()) {
      List<Document> fresh =
          keys.stream()
              .map(
                  key ->
                      new Document("_id", key)
                          .append("version", 0L)
                          .append("sum", 0L)
                          .append("events", 0L))
              .toList();
      database.write(
          "put down subjects of " + counter.name(),
          () -> EventDocuments.insertNew(collection, fresh));
    }
  }

  Map<Subject, Part> parts(String counter, Collection<Subject> subjects) {
    List<String> keys = subjects.stream().map(subject -> Keys.of(counter, subject)).toList();
    Map<Subject, Part> parts = new HashMap<>();
    for (Document one :
        database.read(
            "read what is sealed of " + counter,
            () -> collection.find(Filters.in("_id", keys)).into(new ArrayList<>()))) {
      Document pending = one.get("pending", Document.class);
      long sum = one.getLong("sum");
      parts.put(
          Keys.subjectIn(one.getString("_id")),
          new Part(
              one.getLong("version"),
              pending == null ? sum : Math.addExact(sum, pending.getLong("sum")),
              pending != null || one.getLong("events") > 0,
              pending == null ? List.of() : pending.getList("ids", String.class)));
    }
    return parts;
  }

  List<Subject> page(String counter, @Nullable Subject after, int limit) {
    return database.read(
        "list subjects of " + counter,
        () -> {
          List<Subject> subjects = new ArrayList<>();
          collection
              .find(
                  Filters.and(
                      Filters.gt("_id", Keys.above(counter, after)),
                      Filters.lt("_id", Keys.end(counter))))
              .projection(Projections.include("_id"))
              .sort(Sorts.ascending("_id"))
              .limit(limit)
              .map(one -> Keys.subjectIn(one.getString("_id")))
              .into(subjects);
          return subjects;
        });
  }

  /** About how many subjects there are, of all counters together. */
  long estimate() {
    return database.read("estimate the subjects", collection::estimatedDocumentCount);
  }

  /** See {@link dev.trueup.events.JournalDocuments#seal}. */
  int seal(EventCounter counter, Subject subject, Collection<StoredEvent> chosen) {
    String key = Keys.of(counter.name(), subject);
    Document seen = find(counter, key);
    if (seen != null && seen.get("pending") != null) {
      finish(counter, seen);
      seen = find(counter, key);
    }
    if (seen == null || seen.get("pending") != null) {
      return 0;
    }
    // Looked up after the version was read: while that stands, nobody drops them.
    Set<Long> tokens = new HashSet<>();
    chosen.forEach(event -> tokens.add(event.token()));
    List<StoredEvent> there =
        events.find(counter, chosen.stream().map(StoredEvent::key).toList()).stream()
            .filter(event -> event.confirmed() && tokens.contains(event.token()))
            .toList();
    if (there.isEmpty()) {
      return 0;
    }
    Document pending = new Document();
    pending.append(
        "ids", there.stream().map(event -> EventDocuments.id(counter, event.key())).toList());
    long sum = 0;
    for (StoredEvent event : there) {
      sum = Math.addExact(sum, event.amount());
    }
    Document after = rewrite(counter, seen, Updates.set("pending", pending.append("sum", sum)));
    if (after == null) {
      return 0;
    }
    finish(counter, after);
    return there.size();
  }

  /** Drops what is pending and adds it to the sum; somebody else may be at it too. */
  private void finish(EventCounter counter, Document seen) {
    Document pending = seen.get("pending", Document.class);
    List<String> ids = pending.getList("ids", String.class);
    events.drop(counter, ids);
    rewrite(
        counter,
        seen,
        Updates.combine(
            Updates.set("sum", Math.addExact(seen.getLong("sum"), pending.getLong("sum"))),
            Updates.set("events", Math.addExact(seen.getLong("events"), (long) ids.size())),
            Updates.unset("pending")));
  }

  private @Nullable Document rewrite(EventCounter counter, Document seen, Bson update) {
    return database.compareAndSet(
        "seal a subject of " + counter.name(),
        () ->
            collection.findOneAndUpdate(
                Filters.and(
                    Filters.eq("_id", seen.getString("_id")),
                    Filters.eq("version", seen.getLong("version"))),
                Updates.combine(update, Updates.set("version", seen.getLong("version") + 1)),
                new FindOneAndUpdateOptions().returnDocument(ReturnDocument.AFTER)));
  }

  private @Nullable Document find(EventCounter counter, String key) {
    return database.read(
        "read what is sealed of " + counter.name(),
        () -> collection.find(Filters.eq("_id", key)).first());
  }
}
