package dev.trueup.mongodb.events;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.source.MongoFactSource;
import dev.trueup.store.FactSource;
import dev.trueup.store.SourceSnapshot;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * The journal of one counter as a source of facts: the confirmed events, and what is sealed. It is
 * immutable; the created stamp of an event is its arrival, so a late event is a new fact.
 */
public final class JournalSource implements FactSource {
  private static final Instant ALL_TIMES = Instant.parse("9999-12-31T00:00:00Z");

  private final DocumentDatabase database;
  private final String counter;
  private final SealedSubjects subjects;
  private final EventDocuments events;

  /**
   * @param database stays the caller's
   * @param counter its name
   */
  public JournalSource(DocumentDatabase database, String counter) {
    this.database = database;
    this.counter = counter;
    this.events = new EventDocuments(database);
    this.subjects = new SealedSubjects(database, events);
  }

  /** Where the events are, in the words of a source; of the confirmed ones, those that fit too. */
  private static FactSource documents(DocumentDatabase database, String counter, Document more) {
    Document where = new Document("counter", counter).append("confirmed", true);
    where.putAll(more);
    return new MongoFactSource(
        database,
        new SourceDefinition(
            database.place(),
            null,
            null,
            EventDocuments.COLLECTION,
            List.of("subject"),
            where.toJson(),
            "amount",
            null,
            RoundingMode.UNNECESSARY,
            null,
            "id",
            "arrived",
            null,
            null,
            true));
  }

  /** What confirmed events of a subject come to that fit, whatever is sealed. */
  static SourceSnapshot.Truth counted(
      DocumentDatabase database, String counter, Subject subject, Document fitting) {
    try (SourceSnapshot snapshot = documents(database, counter, fitting).open()) {
      return snapshot
          .count(List.of(subject), ALL_TIMES, null)
          .getOrDefault(subject, SourceSnapshot.Truth.ZERO);
    }
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public SourceSnapshot open() {
    return new JournalSnapshot(this, documents(database, counter, new Document()).open());
  }

  /** The same facts without those that count as a pending part of the sum. */
  SourceSnapshot without(SealedSubjects.Pending pending) {
    return documents(database, counter, new Document("$nor", List.of(pending.filter()))).open();
  }

  Map<Subject, SealedSubjects.Part> parts(List<Subject> some) {
    return subjects.parts(counter, some);
  }

  SealedSubjects subjects() {
    return subjects;
  }

  EventDocuments events() {
    return events;
  }

  String counter() {
    return counter;
  }
}
