package dev.trueup.mongodb.adopted;

import dev.trueup.counter.CompositeKey;
import dev.trueup.counter.Subject;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Reads;
import dev.trueup.mongodb.source.DocumentFacts;
import dev.trueup.mongodb.source.KeyValues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The documents that hold the number.
 *
 * @param database where they are
 * @param collection their collection
 * @param key the fields that hold the subject
 * @param column the field of the number, which may be a path
 * @param where which documents have the counter at all
 */
record NumberDocuments(
    DocumentDatabase database, String collection, List<String> key, String column, Document where) {

  /** One document's own key and number. */
  record Stored(@Nullable Object id, @Nullable Object number, boolean present) {}

  Document shown() {
    Document shown = new Document("_id", 1).append(column, 1);
    key.forEach(field -> shown.append(field, 1));
    return shown;
  }

  /** The subject of a document; null where a part of its key is missing. */
  @Nullable Subject subjectOf(Document document) {
    List<String> parts = new ArrayList<>();
    for (String field : key) {
      String part = KeyValues.text(DocumentFacts.at(document, field), "Collection " + collection);
      if (part == null) {
        return null;
      }
      parts.add(part);
    }
    return new Subject(CompositeKey.text(parts));
  }

  Stored stored(Document document) {
    Object number = DocumentFacts.at(document, column);
    return new Stored(document.get("_id"), number, number != null || has(document));
  }

  /** Whether the field is there at all, if only with null. */
  private boolean has(Document document) {
    int last = column.lastIndexOf('.');
    Object holder = last < 0 ? document : DocumentFacts.at(document, column.substring(0, last));
    return holder instanceof Document inner && inner.containsKey(column.substring(last + 1));
  }

  /** The documents of these subjects that have the counter. */
  Map<Subject, Stored> find(Collection<Subject> subjects) {
    return find(database.reads(), subjects);
  }

  /** The same, read by somebody else's questions. */
  Map<Subject, Stored> find(Reads reads, Collection<Subject> subjects) {
    Map<Subject, Stored> found = new LinkedHashMap<>();
    Document filter = DocumentFacts.all(where, DocumentFacts.keysAre(key, subjects));
    for (Document document : documents(reads, filter)) {
      Subject subject = subjectOf(document);
      if (subject != null && subjects.contains(subject)) {
        put(found, subject, document);
      }
    }
    return found;
  }

  void put(Map<Subject, Stored> found, Subject subject, Document document) {
    if (found.put(subject, stored(document)) != null) {
      throw new SourceRefusedException(
          "Two documents of "
              + collection
              + " have the key "
              + subject
              + ". A counter has to be in one; leave the other out with where.");
    }
  }

  /** Which of these subjects have a document, whether or not it has the counter. */
  List<Subject> existing(Collection<Subject> subjects) {
    List<Subject> existing = new ArrayList<>();
    for (Document document : documents(database.reads(), DocumentFacts.keysAre(key, subjects))) {
      Subject subject = subjectOf(document);
      if (subject != null) {
        existing.add(subject);
      }
    }
    return existing;
  }

  private List<Document> documents(Reads reads, Document filter) {
    return reads.ask(
        "look at " + collection,
        () -> reads.find(collection, filter).projection(shown()).into(new ArrayList<>()));
  }
}
