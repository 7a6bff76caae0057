package dev.trueup.mongodb.events;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.CapKey;
import dev.trueup.events.EventCounter;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.mongodb.managed.Keys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Who has counted in an interval: {@code {_id, counter, until, size, ids}}, one document per
 * subject, actor and interval. Thread-safe.
 */
final class CapSlots {
  private static final int ATTEMPTS_MAX = 10;

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;

  CapSlots(DocumentDatabase database) {
    this.database = database;
    this.collection = database.collection("trueup_journal_caps");
  }

  void prepare() {
    database.write(
        "index the slots of caps",
        () -> collection.createIndex(Indexes.ascending("counter", "until")));
  }

  private static String id(EventCounter counter, CapKey key) {
    String ofActor = Keys.within(Keys.of(counter.name(), key.subject()), key.actor());
    return Keys.within(ofActor, Long.toString(Micros.of(key.span().from())));
  }

  Map<CapKey, Set<String>> find(EventCounter counter, Set<CapKey> keys) {
    Map<String, CapKey> byId = new HashMap<>();
    keys.forEach(key -> byId.put(id(counter, key), key));
    List<Document> found =
        database.read(
            "read slots of " + counter.name(),
            () -> collection.find(Filters.in("_id", byId.keySet())).into(new ArrayList<>()));
    Map<CapKey, Set<String>> slots = new HashMap<>();
    for (Document one : found) {
      CapKey key = byId.get(one.getString("_id"));
      if (key != null) {
        slots.put(key, new HashSet<>(one.getList("ids", String.class, List.of())));
      }
    }
    return slots;
  }

  boolean claim(EventCounter counter, CapKey key, String eventId, long most) {
    Bson slot = Filters.eq("_id", id(counter, key));
    Bson free = Filters.and(slot, Filters.ne("ids", eventId), Filters.lt("size", most));
    Bson taking =
        Updates.combine(
            Updates.push("ids", eventId),
            Updates.inc("size", 1L),
            Updates.setOnInsert("counter", counter.name()),
            Updates.setOnInsert("until", Micros.of(key.span().to())));
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      // Where the first insertion of the document was somebody else's, it is there now.
      boolean upsert = attempt == 1;
      boolean taken =
          database.write(
              "take a slot of " + counter.name(),
              () -> {
                try {
                  var result =
                      collection.updateOne(free, taking, new UpdateOptions().upsert(upsert));
                  return result.getMatchedCount() == 1 || result.getUpsertedId() != null;
                } catch (MongoException e) {
                  if (e.getCode() != DUPLICATE_KEY) {
                    throw e;
                  }
                  return false;
                }
              });
      if (taken) {
        return true;
      }
      Document there =
          database.read("read a slot of " + counter.name(), () -> collection.find(slot).first());
      if (there != null && there.getList("ids", String.class, List.of()).contains(eventId)) {
        return true;
      }
      if (there == null || there.getLong("size") >= most) {
        return false;
      }
    }
    throw new UnavailableException(
        "A slot of "
            + key.actor()
            + " for "
            + counter.name()
            + " met other writes "
            + ATTEMPTS_MAX
            + " times in a row. Send the event again, with the same id.");
  }

  void release(EventCounter counter, CapKey key, String eventId) {
    database.write(
        "give back a slot of " + counter.name(),
        () ->
            collection.updateOne(
                Filters.and(Filters.eq("_id", id(counter, key)), Filters.eq("ids", eventId)),
                Updates.combine(Updates.pull("ids", eventId), Updates.inc("size", -1L))));
  }

  void dropUntil(EventCounter counter, Instant line) {
    database.write(
        "drop slots of " + counter.name(),
        () ->
            collection.deleteMany(
                Filters.and(
                    Filters.eq("counter", counter.name()), Filters.lte("until", Micros.of(line)))));
  }
}
