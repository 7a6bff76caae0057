package dev.trueup.mongodb.adopted;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.bson.Document;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to repair one counter, as a document with an end: {@code {_id: counter, owner,
 * heldUntil}}. Every use moves the end on. It outlasts the settle time that a repair waits between
 * two samples; whoever dies holds it up to its end. Times are the server's.
 */
final class RepairLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RepairLease.class);
  private static final Duration BESIDE_SETTLE = Duration.ofMinutes(1);

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;
  private final String counter;
  private final String owner;
  private final Duration length;

  private RepairLease(DocumentDatabase database, String counter, String owner, Duration length) {
    this.database = database;
    this.collection = database.collection("trueup_lease");
    this.counter = counter;
    this.owner = owner;
    this.length = length;
  }

  static Optional<RepairLease> tryTake(DocumentDatabase database, String counter, Duration settle) {
    RepairLease lease =
        new RepairLease(
            database, counter, UUID.randomUUID().toString(), settle.plus(BESIDE_SETTLE));
    return lease.take() ? Optional.of(lease) : Optional.empty();
  }

  private boolean take() {
    Instant now = database.now();
    return database.write(
        "take the lease of " + counter,
        () -> {
          try {
            // Free, or ours already: the answer to a first attempt may have been lost.
            collection.updateOne(
                Filters.and(
                    Filters.eq("_id", counter),
                    Filters.or(
                        Filters.lt("heldUntil", Micros.of(now)), Filters.eq("owner", owner))),
                Updates.combine(
                    Updates.set("owner", owner),
                    Updates.set("heldUntil", Micros.of(now.plus(length)))),
                new UpdateOptions().upsert(true));
            return true;
          } catch (MongoException e) {
            if (e.getCode() != DUPLICATE_KEY) {
              throw e;
            }
            return false;
          }
        });
  }

  /**
   * Moves the end on.
   *
   * @throws UnavailableException if the lease ended, or somebody else has it
   */
  void require() {
    Instant now = database.now();
    long held =
        database.write(
            "renew the lease of " + counter,
            () ->
                collection
                    .updateOne(
                        Filters.and(
                            Filters.eq("_id", counter),
                            Filters.eq("owner", owner),
                            Filters.gte("heldUntil", Micros.of(now))),
                        Updates.set("heldUntil", Micros.of(now.plus(length))))
                    .getMatchedCount());
    if (held == 0) {
      throw new UnavailableException(
          "The right to repair "
              + counter
              + " was lost: its lease ended. What was corrected before is on record. Run again.");
    }
  }

  @Override
  public void close() {
    try {
      database.write(
          "give back the lease of " + counter,
          () ->
              collection.deleteOne(
                  Filters.and(Filters.eq("_id", counter), Filters.eq("owner", owner))));
    } catch (TrueupException e) {
      LOG.warn("The lease of {} could not be given back; it ends by itself.", counter, e);
    }
  }
}
