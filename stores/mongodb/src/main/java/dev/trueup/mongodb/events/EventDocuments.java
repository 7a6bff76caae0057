package dev.trueup.mongodb.events;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.events.EventCounter;
import dev.trueup.events.StoredEvent;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.mongodb.managed.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Events: {@code {_id, counter, subject, id, amount, at, actor, arrived, token, confirmed}}. {@code
 * at} is in microseconds, {@code arrived} a date; what does not hold is left out. Thread-safe.
 */
final class EventDocuments {
  static final String COLLECTION = "trueup_journal";

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;

  EventDocuments(DocumentDatabase database) {
    this.database = database;
    this.collection = database.collection(COLLECTION);
  }

  void prepare() {
    for (Bson keys :
        List.of(
            Indexes.ascending("counter", "subject", "arrived"),
            Indexes.ascending("counter", "arrived"),
            Indexes.ascending("counter", "at", "_id"))) {
      database.write("index the journal", () -> collection.createIndex(keys, new IndexOptions()));
    }
  }

  static String id(EventCounter counter, StoredEvent.Key key) {
    return Keys.within(Keys.of(counter.name(), key.subject()), key.id());
  }

  List<StoredEvent> find(EventCounter counter, Collection<StoredEvent.Key> keys) {
    List<String> ids = keys.stream().map(key -> id(counter, key)).toList();
    return database.read(
        "look up events of " + counter.name(),
        () -> {
          List<StoredEvent> found = new ArrayList<>();
          collection.find(Filters.in("_id", ids)).map(EventDocuments::read).into(found);
          return found;
        });
  }

  /** Which were put in, told by the token: a repeated write finds its own. */
  Set<StoredEvent.Key> insert(EventCounter counter, List<StoredEvent> events) {
    List<Document> documents = events.stream().map(event -> written(counter, event)).toList();
    boolean all =
        database.write(
            "put events of " + counter.name() + " into the journal",
            () -> insertNew(collection, documents));
    Set<StoredEvent.Key> inserted = new HashSet<>();
    if (all) {
      events.forEach(event -> inserted.add(event.key()));
      return inserted;
    }
    Map<StoredEvent.Key, Long> tokens = new HashMap<>();
    events.forEach(event -> tokens.put(event.key(), event.token()));
    for (StoredEvent there : find(counter, tokens.keySet())) {
      Long mine = tokens.get(there.key());
      if (mine != null && mine == there.token()) {
        inserted.add(there.key());
      }
    }
    return inserted;
  }

  /**
   * Inserts documents, each unless its key is taken.
   *
   * @return whether all are new
   */
  static boolean insertNew(MongoCollection<Document> collection, List<Document> documents) {
    try {
      collection.insertMany(documents, new InsertManyOptions().ordered(false));
      return true;
    } catch (MongoBulkWriteException e) {
      if (e.getWriteConcernError() != null) {
        throw new AnswerLostException(
            "Documents of "
                + collection.getNamespace().getCollectionName()
                + " may or may not be durable: "
                + e.getWriteConcernError().getMessage(),
            e);
      }
      if (e.getWriteErrors().stream().anyMatch(error -> error.getCode() != DUPLICATE_KEY)) {
        throw e;
      }
      return false;
    }
  }

  Set<StoredEvent.Key> confirm(EventCounter counter, List<StoredEvent> events) {
    Map<Long, List<StoredEvent>> byToken = new LinkedHashMap<>();
    events.forEach(
        event -> byToken.computeIfAbsent(event.token(), token -> new ArrayList<>()).add(event));
    Set<StoredEvent.Key> confirmed = new HashSet<>();
    byToken.forEach(
        (token, ofToken) -> {
          List<String> ids = ofToken.stream().map(event -> id(counter, event.key())).toList();
          Bson these = Filters.and(Filters.in("_id", ids), Filters.eq("token", token));
          long matched =
              database.write(
                  "confirm events of " + counter.name(),
                  () ->
                      collection
                          .updateMany(these, Updates.set("confirmed", true))
                          .getMatchedCount());
          if (matched == ids.size()) {
            ofToken.forEach(event -> confirmed.add(event.key()));
          } else {
            for (StoredEvent there :
                find(counter, ofToken.stream().map(StoredEvent::key).toList())) {
              if (there.token() == token && there.confirmed()) {
                confirmed.add(there.key());
              }
            }
          }
        });
    return confirmed;
  }

  void withdraw(EventCounter counter, StoredEvent event) {
    database.write(
        "withdraw an event of " + counter.name(),
        () ->
            collection.deleteOne(
                Filters.and(
                    Filters.eq("_id", id(counter, event.key())),
                    Filters.eq("token", event.token()),
                    Filters.exists("confirmed", false))));
  }

  List<StoredEvent> below(
      EventCounter counter, Instant line, @Nullable StoredEvent after, int limit) {
    Bson below =
        Filters.and(Filters.eq("counter", counter.name()), Filters.lt("at", Micros.of(line)));
    Bson past = below;
    if (after != null) {
      long at = Micros.of(after.occurredAt());
      past =
          Filters.and(
              below,
              Filters.or(
                  Filters.gt("at", at),
                  Filters.and(Filters.eq("at", at), Filters.gt("_id", id(counter, after.key())))));
    }
    Bson filter = past;
    return database.read(
        "look for events to seal of " + counter.name(),
        () -> {
          List<StoredEvent> found = new ArrayList<>();
          collection
              .find(filter)
              .sort(Sorts.ascending("at", "_id"))
              .limit(limit)
              .map(EventDocuments::read)
              .into(found);
          return found;
        });
  }

  void drop(EventCounter counter, Bson sealed) {
    database.write("drop sealed events of " + counter.name(), () -> collection.deleteMany(sealed));
  }

  /** Subjects with confirmed events that arrived since, by the text of their keys. */
  List<Subject> changedSince(String counter, Instant since, @Nullable Subject after, int limit) {
    Document filter =
        new Document("counter", counter)
            .append("confirmed", true)
            .append("arrived", new Document("$gte", Date.from(since)));
    if (after != null) {
      filter.append("subject", new Document("$gt", after.key()));
    }
    return database.read(
        "list changed subjects of " + counter,
        () -> {
          List<Subject> subjects = new ArrayList<>();
          try (var cursor =
              collection
                  .find(filter)
                  .projection(Projections.include("subject"))
                  .sort(Sorts.ascending("subject"))
                  .allowDiskUse(true)
                  .batchSize(1_000)
                  .iterator()) {
            while (subjects.size() < limit && cursor.hasNext()) {
              Subject subject = new Subject(cursor.next().getString("subject"));
              if (subjects.isEmpty() || !subjects.get(subjects.size() - 1).equals(subject)) {
                subjects.add(subject);
              }
            }
          }
          return subjects;
        });
  }

  private static Document written(EventCounter counter, StoredEvent event) {
    Document document =
        new Document("_id", id(counter, event.key()))
            .append("counter", counter.name())
            .append("subject", event.subject().key())
            .append("id", event.id())
            .append("amount", event.amount())
            .append("at", Micros.of(event.occurredAt()))
            .append("arrived", Date.from(event.arrivedAt()))
            .append("token", event.token());
    if (event.actor() != null) {
      document.append("actor", event.actor());
    }
    return document;
  }

  private static StoredEvent read(Document stored) {
    return new StoredEvent(
        new Subject(stored.getString("subject")),
        stored.getString("id"),
        stored.getLong("amount"),
        Micros.toInstant(stored.getLong("at")),
        stored.getString("actor"),
        stored.getDate("arrived").toInstant(),
        stored.getLong("token"),
        stored.getBoolean("confirmed", false));
  }
}
