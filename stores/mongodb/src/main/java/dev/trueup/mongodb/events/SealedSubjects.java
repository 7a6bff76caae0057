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
import dev.trueup.mongodb.Micros;
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
 * pending: {ids, until, sum}}}. What is pending counts by its sum, and its events no more, whether
 * they are there still or not. Whoever is at it may sleep until their ids, which are forgotten by
 * then, are other events': those have times from the line on, and {@code until} is not past it.
 * Whoever rewrites one does it on the condition of the version it read, and only the holder of a
 * pending part drops events. Thread-safe.
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
   * @param pending the documents that count there and nowhere else; null: none
   */
  record Part(long version, long value, boolean isThere, @Nullable Pending pending) {
    static final Part NONE = new Part(0, 0, false, null);
  }

  /**
   * Documents on their way into the sum.
   *
   * @param ids their keys
   * @param until past the times of all of them, in microseconds
   */
  record Pending(List<String> ids, long until) {
    /** Which documents those are. */
    Document filter() {
      return new Document("_id", new Document("$in", ids)).append("at", new Document("$lt", until));
    }

    private static Pending of(Document pending) {
      return new Pending(pending.getList("ids", String.class), pending.getLong("until"));
    }
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
              pending == null ? null : Pending.of(pending)));
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
    Map<StoredEvent.Key, Long> tokens = new HashMap<>();
    chosen.forEach(event -> tokens.put(event.key(), event.token()));
    List<StoredEvent> there =
        events.find(counter, tokens.keySet()).stream()
            .filter(event -> event.confirmed() && isToken(tokens.get(event.key()), event))
            .toList();
    if (there.isEmpty()) {
      return 0;
    }
    Document pending = new Document();
    pending.append(
        "ids", there.stream().map(event -> EventDocuments.id(counter, event.key())).toList());
    long sum = 0;
    long until = Long.MIN_VALUE;
    for (StoredEvent event : there) {
      sum = Math.addExact(sum, event.amount());
      until = Math.max(until, Micros.of(event.occurredAt()) + 1);
    }
    pending.append("until", until).append("sum", sum);
    Document after = rewrite(counter, seen, Updates.set("pending", pending));
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
    events.drop(counter, Pending.of(pending).filter());
    rewrite(
        counter,
        seen,
        Updates.combine(
            Updates.set("sum", Math.addExact(seen.getLong("sum"), pending.getLong("sum"))),
            Updates.set("events", Math.addExact(seen.getLong("events"), (long) ids.size())),
            Updates.unset("pending")));
  }

  private static boolean isToken(@Nullable Long token, StoredEvent event) {
    return token != null && token == event.token();
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
