package dev.trueup.mongodb.record;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.repair.Repair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * Repairs: {@code {_id: id, day, number, state, openedAt, closedAt, owner, heldUntil}}. Who works
 * on one moves {@code heldUntil} on, by the server's clock.
 */
final class RepairDocuments {
  static final String COLLECTION = "trueup_repairs";

  private final DocumentDatabase database;
  private final MongoCollection<Document> repairs;
  private final Duration held;

  /**
   * @param held for how long a repair is known to be worked on after its owner was heard of last
   */
  RepairDocuments(DocumentDatabase database, Duration held) {
    this.database = database;
    this.repairs = database.collection(COLLECTION);
    this.held = held;
  }

  void prepare() {
    database.write(
        "index the repairs",
        () -> {
          repairs.createIndex(Indexes.ascending("state", "openedAt"));
          repairs.createIndex(Indexes.descending("day", "number"));
          return true;
        });
  }

  /** The number after the newest one of a day. */
  int nextNumber(String day) {
    Document newest =
        database.read(
            "number a repair",
            () ->
                repairs
                    .find(Filters.eq("day", day))
                    .sort(Sorts.descending("number"))
                    .projection(new Document("number", 1))
                    .first());
    return newest == null ? 1 : newest.getInteger("number") + 1;
  }

  /** False where somebody else has this id. */
  boolean insert(Repair repair, String day, int number, String owner) {
    Document stored =
        new Document("_id", repair.id())
            .append("day", day)
            .append("number", number)
            .append("state", repair.state().name())
            .append("openedAt", Micros.of(repair.openedAt()))
            .append("owner", owner)
            .append("heldUntil", heldUntil());
    return database.write("open a repair", () -> insertOnce(stored));
  }

  private boolean insertOnce(Document stored) {
    try {
      repairs.insertOne(stored);
      return true;
    } catch (MongoException e) {
      if (e.getCode() != DUPLICATE_KEY) {
        throw e;
      }
      // Ours where the answer to a first attempt was lost.
      Bson ours =
          Filters.and(
              Filters.eq("_id", stored.get("_id")), Filters.eq("owner", stored.get("owner")));
      return repairs.countDocuments(ours) == 1;
    }
  }

  private long heldUntil() {
    return Micros.of(database.now().plus(held));
  }

  /** Moves on the end of what an owner holds. */
  void renew(String owner) {
    long until = heldUntil();
    database.write(
        "keep hold of a repair",
        () ->
            repairs.updateMany(
                Filters.and(Filters.eq("owner", owner), isOpen()),
                Updates.set("heldUntil", until)));
  }

  /** What an owner holds counts as left from now on. */
  void giveBack(String owner) {
    database.write(
        "give back repairs",
        () ->
            repairs.updateMany(
                Filters.and(Filters.eq("owner", owner), isOpen()), Updates.set("heldUntil", 0L)));
  }

  /** Takes an open repair that nobody holds any more. */
  boolean take(String repairId, String owner) {
    long now = Micros.of(database.now());
    long until = heldUntil();
    return database.write(
        "take repair " + repairId,
        () ->
            repairs
                    .updateOne(
                        Filters.and(
                            Filters.eq("_id", repairId),
                            isOpen(),
                            Filters.or(Filters.lt("heldUntil", now), Filters.eq("owner", owner))),
                        Updates.combine(
                            Updates.set("owner", owner), Updates.set("heldUntil", until)))
                    .getMatchedCount()
                == 1);
  }

  /** False where there is no such repair. */
  boolean close(String repairId, Repair.State state, Instant at) {
    return database.write(
        "close repair " + repairId,
        () ->
            repairs
                    .updateOne(
                        Filters.eq("_id", repairId),
                        Updates.combine(
                            Updates.set("state", state.name()),
                            Updates.set("closedAt", Micros.of(at))))
                    .getMatchedCount()
                == 1);
  }

  Optional<Repair> find(String repairId) {
    Document found =
        database.read(
            "find repair " + repairId, () -> repairs.find(Filters.eq("_id", repairId)).first());
    return Optional.ofNullable(found).map(RepairDocuments::repair);
  }

  List<Repair> inState(Repair.State state, int limit) {
    return database.read(
        "list repairs",
        () ->
            repairs
                .find(Filters.eq("state", state.name()))
                .sort(Sorts.ascending("openedAt", "_id"))
                .limit(limit)
                .map(RepairDocuments::repair)
                .into(new ArrayList<>()));
  }

  private static Bson isOpen() {
    return Filters.eq("state", Repair.State.OPEN.name());
  }

  private static Repair repair(Document stored) {
    return new Repair(
        stored.getString("_id"),
        Repair.State.valueOf(stored.getString("state")),
        Micros.toInstant(stored.getLong("openedAt")),
        Micros.in(stored, "closedAt"));
  }
}
