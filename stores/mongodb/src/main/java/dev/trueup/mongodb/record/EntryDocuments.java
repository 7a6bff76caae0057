package dev.trueup.mongodb.record;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReturnDocument;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.repair.RepairEntry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * Entries of repairs. Several go on record all or none, though no write is of more than one
 * document: they are written as one document of {@code trueup_repair_batches} first, {@code {_id:
 * sequence, entries}}, and from there to {@code trueup_repair_entries}, one by one. That one
 * document is the record; whoever reads finishes what a dead writer left there. An entry keeps the
 * sequence that it was written at, and an older batch never undoes a newer one.
 */
final class EntryDocuments {
  private static final int BATCHES_AT_ONCE = 100;

  private final DocumentDatabase database;
  private final MongoCollection<Document> batches;
  private final MongoCollection<Document> entries;
  private final MongoCollection<Document> sequences;

  EntryDocuments(DocumentDatabase database) {
    this.database = database;
    this.batches = database.collection("trueup_repair_batches");
    this.entries = database.collection("trueup_repair_entries");
    this.sequences = database.collection("trueup_sequences");
  }

  void prepare() {
    database.write(
        "index the entries of repairs",
        () -> {
          entries.createIndex(Indexes.ascending("repair", "counter", "subject"));
          entries.createIndex(Indexes.ascending("counter", "subject", "sequence"));
          return true;
        });
  }

  void record(List<RepairEntry> recorded) {
    finish();
    long sequence = next();
    List<Document> written = recorded.stream().map(StoredEntry::write).toList();
    Document batch = new Document("_id", sequence).append("entries", written);
    database.write("record a repair", () -> insertOnce(batch));
    apply(batch);
  }

  /** A number that nobody had before. A lost answer only leaves a gap. */
  private long next() {
    Document after =
        database.write(
            "number the entries of a repair",
            () ->
                sequences.findOneAndUpdate(
                    Filters.eq("_id", "repair-entries"),
                    Updates.inc("last", 1L),
                    new FindOneAndUpdateOptions()
                        .upsert(true)
                        .returnDocument(ReturnDocument.AFTER)));
    if (after == null) {
      throw new BrokenInvariantException("An upsert returned no document.");
    }
    return after.getLong("last");
  }

  /** The first attempt may have been carried out, and its answer lost. */
  private boolean insertOnce(Document batch) {
    try {
      batches.insertOne(batch);
      return true;
    } catch (MongoException e) {
      if (e.getCode() != DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }

  /** Carries out what is on record and was not carried out yet, whoever wrote it. */
  void finish() {
    List<Document> left = left();
    while (!left.isEmpty()) {
      left.forEach(this::apply);
      left = left();
    }
  }

  private List<Document> left() {
    return database.read(
        "look for entries on record",
        () ->
            batches
                .find()
                .sort(Sorts.ascending("_id"))
                .limit(BATCHES_AT_ONCE)
                .into(new ArrayList<>()));
  }

  private void apply(Document batch) {
    long sequence = batch.getLong("_id");
    for (Document entry : batch.getList("entries", Document.class)) {
      database.write("record a repair", () -> put(entry, sequence));
    }
    database.write("record a repair", () -> batches.deleteOne(Filters.eq("_id", sequence)));
  }

  private boolean put(Document entry, long sequence) {
    Document key = StoredEntry.key(StoredEntry.read(entry));
    try {
      entries.updateOne(
          Filters.and(Filters.eq("_id", key), Filters.lt("sequence", sequence)),
          new Document("$set", new Document(entry).append("sequence", sequence)),
          new UpdateOptions().upsert(true));
      return true;
    } catch (MongoException e) {
      // It is there, at this sequence or a later one.
      if (e.getCode() != DUPLICATE_KEY) {
        throw e;
      }
      return false;
    }
  }

  /** Entries that say what was meant, of a repair that nobody is at work on, become UNKNOWN. */
  void forgetIntentions(String repairId, Instant at) {
    finish();
    database.write(
        "mark the entries of repair " + repairId,
        () ->
            entries.updateMany(
                Filters.and(
                    Filters.eq("repair", repairId),
                    Filters.eq("state", RepairEntry.State.INTENDED.name())),
                Updates.combine(
                    Updates.set("state", RepairEntry.State.UNKNOWN.name()),
                    Updates.set("at", Micros.of(at)))));
  }

  List<RepairEntry> page(
      String repairId, @Nullable String afterCounter, @Nullable Subject afterSubject, int limit) {
    finish();
    Bson wanted = Filters.eq("repair", repairId);
    if (afterCounter != null) {
      String subject = afterSubject == null ? "" : afterSubject.key();
      wanted =
          Filters.and(
              wanted,
              Filters.or(
                  Filters.gt("counter", afterCounter),
                  Filters.and(
                      Filters.eq("counter", afterCounter), Filters.gt("subject", subject))));
    }
    Bson page = wanted;
    return database.read(
        "list the entries of repair " + repairId,
        () ->
            entries
                .find(page)
                .sort(Sorts.ascending("counter", "subject"))
                .limit(limit)
                .map(StoredEntry::read)
                .into(new ArrayList<>()));
  }

  Optional<RepairEntry> newest(String counter, Subject subject) {
    finish();
    Document newest =
        database.read(
            "find the newest repair of a subject",
            () ->
                entries
                    .find(
                        Filters.and(
                            Filters.eq("counter", counter), Filters.eq("subject", subject.key())))
                    .sort(Sorts.descending("sequence"))
                    .first());
    return Optional.ofNullable(newest).map(StoredEntry::read);
  }

  Set<Subject> known(String counter, Collection<Subject> subjects) {
    finish();
    List<String> keys = subjects.stream().map(Subject::key).toList();
    return database.read(
        "find subjects on record",
        () -> {
          Set<Subject> known = new HashSet<>();
          entries
              .find(Filters.and(Filters.eq("counter", counter), Filters.in("subject", keys)))
              .projection(new Document("subject", 1).append("_id", 0))
              .forEach(entry -> known.add(new Subject(entry.getString("subject"))));
          return known;
        });
  }
}
