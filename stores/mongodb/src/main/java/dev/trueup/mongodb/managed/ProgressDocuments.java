package dev.trueup.mongodb.managed;

import static dev.trueup.mongodb.DocumentDatabase.DUPLICATE_KEY;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.ReplaceOptions;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.store.Progress;
import java.time.Instant;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** How far the reconciliation of each counter has come: one document each. */
final class ProgressDocuments {

  private final DocumentDatabase database;
  private final MongoCollection<Document> collection;

  ProgressDocuments(DocumentDatabase database) {
    this.database = database;
    this.collection = database.collection("trueup_progress");
  }

  Progress read(Counter counter) {
    Document stored =
        database.read(
            "read progress of " + counter.name(),
            () -> collection.find(Filters.eq("_id", counter.name())).first());
    if (stored == null) {
      return Progress.NONE;
    }
    Instant factsBefore = Micros.in(stored, "factsBefore");
    Instant eventsBefore = Micros.in(stored, "eventsBefore");
    return new Progress(
        factsBefore == null || eventsBefore == null
            ? null
            : new Watermark(factsBefore, eventsBefore),
        sweep(stored.get("sweep", Document.class)),
        Micros.in(stored, "sweptAt"));
  }

  private static Progress.@Nullable Sweep sweep(@Nullable Document stored) {
    if (stored == null) {
      return null;
    }
    String after = stored.getString("after");
    return new Progress.Sweep(
        Progress.Leg.valueOf(stored.getString("leg")),
        after == null ? null : new Subject(after),
        Micros.toInstant(stored.getLong("startedAt")),
        stored.getLong("subjectsDone"),
        stored.getString("repairId"));
  }

  void save(Counter counter, Progress progress) {
    Document document = new Document("_id", counter.name());
    Watermark passedAt = progress.passedAt();
    if (passedAt != null) {
      document.append("factsBefore", Micros.of(passedAt.factsBefore()));
      document.append("eventsBefore", Micros.of(passedAt.eventsBefore()));
    }
    Progress.Sweep sweep = progress.sweep();
    if (sweep != null) {
      document.append("sweep", document(sweep));
    }
    Instant sweptAt = progress.sweptAt();
    if (sweptAt != null) {
      document.append("sweptAt", Micros.of(sweptAt));
    }
    Bson key = Filters.eq("_id", counter.name());
    database.write(
        "save progress of " + counter.name(),
        () -> {
          try {
            return collection.replaceOne(key, document, new ReplaceOptions().upsert(true));
          } catch (MongoException e) {
            if (e.getCode() != DUPLICATE_KEY) {
              throw e;
            }
            return collection.replaceOne(key, document);
          }
        });
  }

  private static Document document(Progress.Sweep sweep) {
    Document document =
        new Document("leg", sweep.leg().name())
            .append("startedAt", Micros.of(sweep.startedAt()))
            .append("subjectsDone", sweep.subjectsDone());
    Subject after = sweep.after();
    if (after != null) {
      document.append("after", after.key());
    }
    String repairId = sweep.repairId();
    if (repairId != null) {
      document.append("repairId", repairId);
    }
    return document;
  }
}
