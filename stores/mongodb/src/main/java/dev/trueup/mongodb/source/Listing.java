package dev.trueup.mongodb.source;

import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.Document;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Subjects, page by page in the order of the database. A database orders values of different types
 * apart and compares only those of one type: a source whose subjects are of several is refused,
 * because a list of them would end too early in silence.
 */
final class Listing {
  /** Documents that are looked at to count subjects. */
  private static final long COUNTED_MAX = 100_000;

  private final DocumentDatabase database;
  private final DocumentFacts facts;

  Listing(DocumentDatabase database, DocumentFacts facts) {
    this.database = database;
    this.facts = facts;
  }

  List<Subject> page(Document filter, @Nullable Subject after, int limit) {
    Document named = DocumentFacts.all(filter, facts.hasSubject());
    Map<String, Object> any = anyKey(facts.hasSubject());
    if (any == null) {
      return List.of();
    }
    Document past = after == null ? new Document() : past(after, any);
    Document order = new Document();
    facts.definition().subject().forEach(field -> order.append(field, 1));
    List<Subject> page =
        database.read(
            "list subjects of " + facts.collection(),
            () -> {
              List<Subject> subjects = new ArrayList<>();
              try (var cursor =
                  database
                      .collection(facts.collection())
                      .find(DocumentFacts.all(named, past))
                      .projection(order)
                      .sort(order)
                      .allowDiskUse(true)
                      .batchSize(1_000)
                      .iterator()) {
                while (subjects.size() < limit && cursor.hasNext()) {
                  Map<String, Object> key = facts.keyIn(cursor.next());
                  Subject subject = key == null ? null : facts.subjectOf(key);
                  boolean known =
                      !subjects.isEmpty() && subjects.get(subjects.size() - 1).equals(subject);
                  if (subject != null && !known) {
                    subjects.add(subject);
                  }
                }
              }
              return subjects;
            });
    if (page.size() < limit) {
      refuseOtherTypes(named, any);
    }
    return page;
  }

  private @Nullable Map<String, Object> anyKey(Document filter) {
    Document first =
        database.read(
            "look at " + facts.collection(),
            () -> database.collection(facts.collection()).find(filter).first());
    return first == null ? null : facts.keyIn(first);
  }

  /** Past a key: its first part is past, or that is the same and the next is. */
  private Document past(Subject after, Map<String, Object> any) {
    List<String> fields = facts.definition().subject();
    List<String> parts = CompositeKey.parts(after.key(), fields.size());
    List<Document> alternatives = new ArrayList<>();
    Document same = new Document();
    for (int i = 0; i < fields.size(); i++) {
      Object sample = any.get(fields.get(i));
      Object value = sample == null ? null : KeyValues.like(parts.get(i), sample);
      if (value == null) {
        throw new SourceRefusedException(
            "The place where listing "
                + facts.collection()
                + " stopped, "
                + after
                + ", is no key of it any more; its type was changed. Start the sweep anew.");
      }
      Document alternative = new Document(same);
      alternative.append(fields.get(i), new Document("$gt", value));
      alternatives.add(alternative);
      same.append(fields.get(i), value);
    }
    return new Document("$or", alternatives);
  }

  private void refuseOtherTypes(Document named, Map<String, Object> any) {
    for (Map.Entry<String, Object> part : any.entrySet()) {
      Document other =
          new Document(
              part.getKey(),
              new Document("$not", new Document("$type", typeOf(part.getValue())))
                  .append("$ne", null));
      Map<String, Object> found = anyKey(DocumentFacts.all(named, other));
      if (found != null) {
        throw new SourceRefusedException(
            "The field "
                + part.getKey()
                + " of "
                + facts.collection()
                + " holds values of several types, such as "
                + part.getValue()
                + " and "
                + found.get(part.getKey())
                + ". Make them one type, or leave the others out with where.");
      }
    }
  }

  private static String typeOf(Object value) {
    if (value instanceof Number) {
      return "number";
    }
    if (value instanceof String) {
      return "string";
    }
    if (value instanceof Date) {
      return "date";
    }
    return value instanceof ObjectId ? "objectId" : "binData";
  }

  Optional<Instant> newestStamp() {
    Optional<Instant> created = newest(facts.definition().created());
    Optional<Instant> deleted = newest(facts.definition().deleted());
    if (created.isPresent() && deleted.isPresent()) {
      return created.get().isAfter(deleted.get()) ? created : deleted;
    }
    return created.or(() -> deleted);
  }

  private Optional<Instant> newest(@Nullable String field) {
    if (field == null) {
      return Optional.empty();
    }
    Document newest =
        database.read(
            "find the newest " + field,
            () ->
                database
                    .collection(facts.collection())
                    .find(
                        DocumentFacts.all(
                            facts.where(), new Document(field, new Document("$type", "date"))))
                    .sort(new Document(field, -1))
                    .first());
    return Optional.ofNullable(newest)
        .map(found -> DocumentFacts.at(found, field))
        .map(MongoSourceSnapshot::stamp);
  }

  /** A small source is counted, and a large one is not. */
  OptionalLong estimate() {
    long documents =
        database.read(
            "estimate the size of " + facts.collection(),
            () -> database.collection(facts.collection()).estimatedDocumentCount());
    if (documents > COUNTED_MAX) {
      return OptionalLong.empty();
    }
    List<Document> steps =
        List.of(
            new Document("$match", DocumentFacts.all(facts.where(), facts.hasSubject())),
            new Document("$group", new Document("_id", facts.groupKey())),
            new Document(
                "$group", new Document("_id", null).append("subjects", new Document("$sum", 1L))));
    Document counted =
        database.read(
            "count the subjects of " + facts.collection(),
            () -> database.collection(facts.collection()).aggregate(steps).first());
    return OptionalLong.of(counted == null ? 0 : counted.get("subjects", Number.class).longValue());
  }
}
