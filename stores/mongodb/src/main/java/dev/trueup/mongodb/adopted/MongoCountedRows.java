package dev.trueup.mongodb.adopted;

import com.mongodb.client.MongoCursor;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.CountedRows;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.error.StoppedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Reads;
import dev.trueup.mongodb.source.Counting;
import dev.trueup.mongodb.source.DocumentFacts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The documents of an adopted counter. The facts of a page are counted in one aggregation; no
 * moment is common to several pages. Thread-safe.
 */
public final class MongoCountedRows implements CountedRows {
  private final String counter;
  private final DocumentDatabase database;
  private final DocumentFacts facts;

  /**
   * Finds the collection and reads its filter.
   *
   * @param database stays the caller's
   * @throws SourceRefusedException if the collection is not there, or something is no filter
   */
  public MongoCountedRows(AdoptedCounter counter, DocumentDatabase database) {
    this.counter = counter.name();
    this.database = database;
    this.facts = DocumentFacts.of(counter.source());
    MongoPlaces.requireCollection(database, facts.collection());
  }

  @Override
  public List<Group> of(Collection<Subject> subjects, boolean withDigest) {
    return of(database.reads(), subjects, withDigest);
  }

  /** Whose documents they are. */
  DocumentDatabase database() {
    return database;
  }

  /** The same, read by somebody else's questions. */
  List<Group> of(Reads reads, Collection<Subject> subjects, boolean withDigest) {
    if (subjects.isEmpty()) {
      return List.of();
    }
    Document these =
        DocumentFacts.all(facts.where(), facts.notDeleted(), facts.ofSubjects(subjects));
    Map<Subject, Long> digests = withDigest ? digests(reads, these) : Map.of();
    List<Group> groups = new ArrayList<>();
    new Counting(reads, facts)
        .count(these)
        .forEach(
            (subject, counted) ->
                groups.add(
                    new Group(
                        subject,
                        counted.value(),
                        counted.facts(),
                        withDigest ? Long.toHexString(digests.getOrDefault(subject, 0L)) : "")));
    return groups;
  }

  /** A sum over the facts' own keys: the same facts have the same, in whatever order they come. */
  private Map<Subject, Long> digests(Reads reads, Document these) {
    Document shown = new Document("_id", 1).append("key", facts.groupKey());
    List<Document> steps = List.of(new Document("$match", these), new Document("$project", shown));
    return reads.ask(
        "sample the facts of " + counter,
        () -> {
          Map<Subject, Long> digests = new HashMap<>();
          try (var cursor = reads.aggregate(facts.collection(), steps).iterator()) {
            while (cursor.hasNext()) {
              Document fact = cursor.next();
              Subject subject = facts.subjectOfGroup(fact.get("key"));
              if (subject != null) {
                digests.merge(subject, digest(fact.get("_id")), Long::sum);
              }
            }
          }
          return digests;
        });
  }

  private static long digest(@Nullable Object id) {
    CRC32 half = new CRC32();
    byte[] bytes = new Document("_id", id).toJson().getBytes(StandardCharsets.UTF_8);
    half.update(bytes);
    long high = half.getValue();
    half.update(bytes);
    return (high << 32) ^ half.getValue();
  }

  @Override
  public Total total() {
    List<Document> missing = new ArrayList<>();
    facts.definition().subject().forEach(field -> missing.add(new Document(field, null)));
    return new Total(
        count(counted()), count(DocumentFacts.all(counted(), new Document("$or", missing))));
  }

  /** The facts that are counted, those without a subject too. */
  private Document counted() {
    String distinct = facts.definition().distinct();
    return DocumentFacts.all(
        facts.where(),
        facts.notDeleted(),
        distinct == null ? new Document() : new Document(distinct, new Document("$ne", null)));
  }

  private long count(Document filter) {
    return database.read(
        "count " + facts.collection(),
        () -> database.collection(facts.collection()).countDocuments(filter));
  }

  @Override
  public long all(Consumer<List<Group>> pages, Watch watch) {
    List<Document> steps =
        List.of(
            new Document("$match", DocumentFacts.all(counted(), facts.hasSubject())),
            new Document("$group", new Document("_id", facts.groupKey())));
    try (MongoCursor<Document> cursor =
        database.read(
            "list subjects of " + facts.collection(),
            () ->
                database
                    .collection(facts.collection())
                    .aggregate(steps)
                    .allowDiskUse(true)
                    .batchSize(PAGE_MAX)
                    .iterator())) {
      Set<Subject> page = nextSubjects(cursor);
      while (!page.isEmpty()) {
        pages.accept(of(page, false));
        if (watch.isStopped()) {
          throw new StoppedException(
              "The audit of " + counter + " was stopped. Nothing was changed.");
        }
        page = nextSubjects(cursor);
      }
    }
    return total().withoutSubject();
  }

  private Set<Subject> nextSubjects(MongoCursor<Document> cursor) {
    return database.read(
        "list subjects of " + facts.collection(),
        () -> {
          Set<Subject> page = new HashSet<>();
          while (page.size() < PAGE_MAX && cursor.hasNext()) {
            Subject subject = facts.subjectOfGroup(cursor.next().get("_id"));
            if (subject != null) {
              page.add(subject);
            }
          }
          return page;
        });
  }
}
