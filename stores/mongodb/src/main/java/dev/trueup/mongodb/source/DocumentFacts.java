package dev.trueup.mongodb.source;

import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.json.JsonParseException;
import org.jspecify.annotations.Nullable;

/**
 * A source as it is configured, in the words of filters and aggregations.
 *
 * @param definition as configured
 * @param collection its collection
 * @param where which documents count
 * @param amounts what they count for
 */
public record DocumentFacts(
    SourceDefinition definition, String collection, Document where, Amounts amounts) {

  /**
   * Reads a definition.
   *
   * @throws SourceRefusedException if it is not about a collection, or a text in it is no JSON
   */
  public static DocumentFacts of(SourceDefinition definition) {
    String collection = definition.collection();
    if (collection == null) {
      throw new SourceRefusedException(
          "The source "
              + definition.place()
              + " is in MongoDB and names no collection. Write collection: instead of table: or"
              + " query:.");
    }
    return new DocumentFacts(
        definition,
        collection,
        filter(definition.where(), "where of " + collection),
        Amounts.parse(definition.amount(), collection));
  }

  /** A filter written as JSON; one that takes all where there is none. */
  public static Document filter(@Nullable String json, String place) {
    if (json == null || json.isBlank()) {
      return new Document();
    }
    try {
      return Document.parse(json);
    } catch (JsonParseException | NumberFormatException e) {
      throw new SourceRefusedException(
          "The "
              + place
              + " is no JSON filter: "
              + e.getMessage()
              + ". Write it as in {\"status\": \"approved\"}.",
          e);
    }
  }

  String id() {
    String id = definition.id();
    return id == null ? "_id" : id;
  }

  /** All of these hold. */
  public static Document all(Document... filters) {
    List<Document> given = new ArrayList<>();
    for (Document filter : filters) {
      if (!filter.isEmpty()) {
        given.add(filter);
      }
    }
    return given.isEmpty()
        ? new Document()
        : given.size() == 1 ? given.get(0) : new Document("$and", given);
  }

  /** Documents that are not stamped deleted. */
  public Document notDeleted() {
    String deleted = definition.deleted();
    return deleted == null ? new Document() : new Document(deleted, null);
  }

  /** Documents that name a subject. */
  public Document hasSubject() {
    Document filter = new Document();
    definition.subject().forEach(field -> filter.append(field, new Document("$ne", null)));
    return filter;
  }

  /** Documents of these subjects. */
  public Document ofSubjects(Collection<Subject> subjects) {
    return keysAre(definition.subject(), subjects);
  }

  /** Documents whose fields hold one of these keys. */
  public static Document keysAre(List<String> fields, Collection<Subject> subjects) {
    if (fields.size() == 1) {
      List<Object> values = new ArrayList<>();
      subjects.forEach(subject -> values.addAll(KeyValues.of(subject.key())));
      return new Document(fields.get(0), new Document("$in", values));
    }
    List<Document> keys = new ArrayList<>();
    for (Subject subject : subjects) {
      List<String> parts = CompositeKey.parts(subject.key(), fields.size());
      Document key = new Document();
      for (int i = 0; i < fields.size(); i++) {
        key.append(fields.get(i), new Document("$in", KeyValues.of(parts.get(i))));
      }
      keys.add(key);
    }
    return new Document("$or", keys);
  }

  /** The key of a group: the subject's one field, or each part of it under a name of its own. */
  public Object groupKey() {
    if (definition.subject().size() == 1) {
      return "$" + definition.subject().get(0);
    }
    Document key = new Document();
    for (int i = 0; i < definition.subject().size(); i++) {
      key.append("k" + i, "$" + definition.subject().get(i));
    }
    return key;
  }

  /** The subject of a group key; null where a part of it is missing. */
  public @Nullable Subject subjectOfGroup(@Nullable Object groupKey) {
    int size = definition.subject().size();
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Object value = size > 1 && groupKey instanceof Document key ? key.get("k" + i) : groupKey;
      String part = KeyValues.text(value, "Collection " + collection);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return new Subject(CompositeKey.text(parts));
  }

  /** The values of the subject's fields in a document; null where one is missing. */
  @Nullable Map<String, Object> keyIn(Document document) {
    Map<String, Object> key = new LinkedHashMap<>();
    for (String field : definition.subject()) {
      Object value = at(document, field);
      if (value == null) {
        return null;
      }
      key.put(field, value);
    }
    return key;
  }

  /** The subject that a document belongs to. */
  Subject subjectOf(Map<String, Object> key) {
    List<String> parts = new ArrayList<>();
    for (Object value : key.values()) {
      parts.add(String.valueOf(KeyValues.text(value, "Collection " + collection)));
    }
    return new Subject(CompositeKey.text(parts));
  }

  /** A field of a document, by its dotted path. */
  public static @Nullable Object at(Document document, String path) {
    Object value = document;
    for (String name : path.split("\\.")) {
      if (!(value instanceof Document inner)) {
        return null;
      }
      value = inner.get(name);
    }
    return value;
  }

  /** A date for a filter, rounded up to the millisecond that stamps are kept in. */
  static Date date(Instant instant) {
    Instant millis = instant.truncatedTo(ChronoUnit.MILLIS);
    return Date.from(millis.equals(instant) ? millis : millis.plusMillis(1));
  }
}
