package dev.trueup.mongodb.managed;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counters that were enabled: {@code {_id: name, windowMillis, shards, acceptingSince}}. The
 * number of shards that a counter was enabled with stays: two processes that cut it differently
 * would keep one id in two places. Thread-safe.
 */
final class CounterDocuments {
  private static final Logger LOG = LoggerFactory.getLogger(CounterDocuments.class);

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;
  private final ShardDocuments shards;
  private final Map<String, Enabled> known = new ConcurrentHashMap<>();

  CounterDocuments(DocumentDatabase database, ShardDocuments shards) {
    this.database = database;
    this.collection = database.collection("trueup_counters");
    this.shards = shards;
  }

  /**
   * An enabled counter.
   *
   * @param acceptingSince since when every change was accepted
   * @param shards into how many documents each event window of a subject is cut
   */
  record Enabled(Instant acceptingSince, int shards) {}

  void enable(Counter counter, int shardsWanted) {
    Document fresh =
        new Document("_id", counter.name())
            .append("windowMillis", windowMillis(counter))
            .append("shards", shardsWanted)
            .append("acceptingSince", Micros.of(database.now()));
    database.write(
        "enable counter " + counter.name(),
        () -> {
          try {
            return collection.insertOne(fresh);
          } catch (MongoException e) {
            if (e.getCode() != DUPLICATE_KEY) {
              throw e;
            }
            return null;
          }
        });
    Document stored = find(counter);
    if (stored != null && windowOf(stored) != windowMillis(counter)) {
      changeWindow(counter, windowOf(stored));
    }
    Enabled enabled = enabled(counter);
    if (enabled.shards() != shardsWanted) {
      LOG.warn(
          "Counter {} was enabled with {} shards and stays so; {} were asked for.",
          counter.name(),
          enabled.shards(),
          shardsWanted);
    }
  }

  /** As in every store: the cells of the old windows would mean something else in the new ones. */
  private void changeWindow(Counter counter, long from) {
    if (!shards.page(counter, null, 1).isEmpty()) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " holds changes in windows of another size than "
              + counter.windows().size()
              + ". Keep the size that it was enabled with, or let a full pass settle every change"
              + " while nothing writes, then change it.");
    }
    database.write(
        "change the window of " + counter.name(),
        () ->
            collection.updateOne(
                Filters.and(Filters.eq("_id", counter.name()), Filters.eq("windowMillis", from)),
                Updates.set("windowMillis", windowMillis(counter))));
  }

  boolean isEnabled(Counter counter) {
    return find(counter) != null;
  }

  /** The counter as it was seen last; it may be out of date where the store lost its memory. */
  Enabled known(Counter counter) {
    Enabled seen = known.get(counter.name());
    return seen != null ? seen : enabled(counter);
  }

  /** The counter as it is stored now. */
  Enabled enabled(Counter counter) {
    Document stored = find(counter);
    if (stored == null) {
      known.remove(counter.name());
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " was never enabled in "
              + database.place()
              + ", or its collections were emptied. Enable it first; it is recounted from then on.");
    }
    if (windowOf(stored) != windowMillis(counter)) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " is kept in windows of "
              + windowOf(stored)
              + " ms in "
              + database.place()
              + ", and is used here with windows of "
              + windowMillis(counter)
              + " ms. Every process has to use the same.");
    }
    Enabled enabled =
        new Enabled(
            Micros.toInstant(stored.getLong("acceptingSince")), stored.getInteger("shards"));
    known.put(counter.name(), enabled);
    return enabled;
  }

  private @Nullable Document find(Counter counter) {
    return database.read(
        "look up counter " + counter.name(),
        () -> collection.find(Filters.eq("_id", counter.name())).first());
  }

  private static long windowOf(Document stored) {
    return stored.getLong("windowMillis");
  }

  private static long windowMillis(Counter counter) {
    return counter.windows().size().toMillis();
  }
}
