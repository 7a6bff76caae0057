package dev.trueup.mongodb.adopted;

import com.mongodb.client.MongoCursor;
import dev.trueup.adopted.CountedNumbers;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.Reads;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.Document;

/** The numbers of an adopted counter in documents. Thread-safe. */
final class MongoNumbers implements CountedNumbers {
  private final NumberDocuments documents;

  MongoNumbers(NumberDocuments documents) {
    this.documents = documents;
  }

  @Override
  public void all(Consumer<Map<Subject, Stored>> chunks) {
    try (MongoCursor<Document> cursor =
        documents
            .database()
            .read(
                "read " + documents.collection(),
                () ->
                    documents
                        .database()
                        .collection(documents.collection())
                        .find(documents.where())
                        .projection(documents.shown())
                        .batchSize(CHUNK_MAX)
                        .iterator())) {
      Map<Subject, NumberDocuments.Stored> chunk = next(cursor);
      while (!chunk.isEmpty()) {
        chunks.accept(numbers(chunk));
        chunk = next(cursor);
      }
    }
  }

  private Map<Subject, NumberDocuments.Stored> next(MongoCursor<Document> cursor) {
    return documents
        .database()
        .read(
            "read " + documents.collection(),
            () -> {
              Map<Subject, NumberDocuments.Stored> chunk = new LinkedHashMap<>();
              while (chunk.size() < CHUNK_MAX && cursor.hasNext()) {
                Document document = cursor.next();
                Subject subject = documents.subjectOf(document);
                if (subject != null) {
                  documents.put(chunk, subject, document);
                }
              }
              return chunk;
            });
  }

  private static Map<Subject, Stored> numbers(Map<Subject, NumberDocuments.Stored> stored) {
    Map<Subject, Stored> numbers = new LinkedHashMap<>();
    stored.forEach(
        (subject, one) ->
            numbers.put(
                subject,
                new Stored(StoredNumber.text(one.number()), StoredNumber.capacity(one.number()))));
    return numbers;
  }

  @Override
  public Map<Subject, Stored> of(Collection<Subject> subjects) {
    return numbers(documents.find(subjects));
  }

  /** The same, read by somebody else's questions. */
  Map<Subject, Stored> of(Reads reads, Collection<Subject> subjects) {
    return numbers(documents.find(reads, subjects));
  }

  @Override
  public Set<Subject> existing(Collection<Subject> subjects) {
    return Set.copyOf(documents.existing(subjects));
  }
}
