package dev.trueup.mongodb.record;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.trueup.drift.DriftRun;
import dev.trueup.drift.TimelineMark;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.store.DriftHistory;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;

/**
 * The history of drift in MongoDB: a document of {@code trueup_drift_runs} for each run, {@code
 * {counter, kind, startedAt, endedAt, subjects, drifted, countedTooMuch, undecided, net, absolute,
 * repair}}, and one of {@code trueup_timeline_marks} for each mark, {@code {at, label}}. Sums are
 * texts, times microseconds. Thread-safe.
 */
public final class MongoDriftHistory implements DriftHistory {
  private final DocumentDatabase database;
  private final MongoCollection<Document> runs;
  private final MongoCollection<Document> marks;

  public MongoDriftHistory(DocumentDatabase database) {
    this.database = database;
    this.runs = database.collection("trueup_drift_runs");
    this.marks = database.collection("trueup_timeline_marks");
  }

  /** Makes the indexes where they are missing. */
  public void prepare() {
    database.write(
        "index the history of drift",
        () -> {
          runs.createIndex(Indexes.descending("counter", "startedAt"));
          marks.createIndex(Indexes.descending("at"));
          return true;
        });
  }

  @Override
  public void record(DriftRun run) {
    // A key of our own: the same document sent twice is one.
    Document stored =
        new Document("_id", new ObjectId())
            .append("counter", run.counter())
            .append("kind", run.kind().name())
            .append("startedAt", Micros.of(run.startedAt()))
            .append("endedAt", Micros.of(run.endedAt()))
            .append("subjects", run.subjects())
            .append("drifted", run.drifted())
            .append("countedTooMuch", run.countedTooMuch())
            .append("undecided", run.undecided())
            .append("net", run.net().toPlainString())
            .append("absolute", run.absolute().toPlainString());
    if (run.repairId() != null) {
      stored.append("repair", run.repairId());
    }
    put("record what a run found", runs, stored);
  }

  private void put(String doing, MongoCollection<Document> collection, Document stored) {
    database.write(
        doing,
        () ->
            collection.replaceOne(
                Filters.eq("_id", stored.get("_id")), stored, new ReplaceOptions().upsert(true)));
  }

  @Override
  public List<DriftRun> runs(String counter, Instant from, Instant to, int limit) {
    return database.read(
        "read what runs found",
        () ->
            runs.find(Filters.and(Filters.eq("counter", counter), between("startedAt", from, to)))
                .sort(Sorts.descending("startedAt", "_id"))
                .limit(limit)
                .map(MongoDriftHistory::run)
                .into(new ArrayList<>()));
  }

  private static Bson between(String field, Instant from, Instant to) {
    return Filters.and(Filters.gte(field, Micros.of(from)), Filters.lt(field, Micros.of(to)));
  }

  private static DriftRun run(Document stored) {
    return new DriftRun(
        stored.getString("counter"),
        DriftRun.Kind.valueOf(stored.getString("kind")),
        Micros.toInstant(stored.getLong("startedAt")),
        Micros.toInstant(stored.getLong("endedAt")),
        stored.getLong("subjects"),
        stored.getLong("drifted"),
        stored.getLong("countedTooMuch"),
        stored.getLong("undecided"),
        new BigDecimal(stored.getString("net")),
        new BigDecimal(stored.getString("absolute")),
        stored.getString("repair"));
  }

  @Override
  public void mark(TimelineMark mark) {
    put(
        "mark the time line",
        marks,
        new Document("_id", new ObjectId())
            .append("at", Micros.of(mark.at()))
            .append("label", mark.label()));
  }

  @Override
  public List<TimelineMark> marks(Instant from, Instant to, int limit) {
    return database.read(
        "read the marks of the time line",
        () ->
            marks
                .find(between("at", from, to))
                .sort(Sorts.descending("at", "_id"))
                .limit(limit)
                .map(
                    stored ->
                        new TimelineMark(
                            Micros.toInstant(stored.getLong("at")), stored.getString("label")))
                .into(new ArrayList<>()));
  }

  @Override
  public void dropBefore(Instant instant) {
    long before = Micros.of(instant);
    database.write(
        "drop old history",
        () -> {
          runs.deleteMany(Filters.lt("startedAt", before));
          marks.deleteMany(Filters.lt("at", before));
          return true;
        });
  }
}
