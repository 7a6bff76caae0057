package dev.trueup.mongodb.source;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import dev.trueup.error.SourceRefusedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.store.SourceSnapshot;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Questions to a collection, one after the other. */
final class MongoSourceSnapshot implements SourceSnapshot {
  private static final int KEYS_MAX = 1_000;

  private final DocumentDatabase database;
  private final DocumentFacts facts;
  private final Counting counting;
  private final Listing listing;
  private final FactDocuments documents;
  private final String created;
  private final Instant firstReadAt;

  MongoSourceSnapshot(DocumentDatabase database, DocumentFacts facts) {
    this.database = database;
    this.facts = facts;
    this.counting = new Counting(database, facts);
    this.listing = new Listing(database, facts);
    this.documents = new FactDocuments(database, facts);
    this.created = String.valueOf(facts.definition().created());
    this.firstReadAt = database.now();
  }

  @Override
  public Instant firstReadAt() {
    return firstReadAt;
  }

  /** Now, and a millisecond for the precision of stamps: every question so far was asked before. */
  @Override
  public Instant lastReadAt() {
    return database.now().plusMillis(1);
  }

  @Override
  public Optional<Instant> oldestOpenTransaction() {
    return Optional.empty();
  }

  @Override
  public Optional<Instant> newestStamp() {
    return listing.newestStamp();
  }

  @Override
  public Map<Subject, Truth> count(
      Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
    Map<Subject, Truth> truths = new HashMap<>();
    List<Subject> wanted = List.copyOf(new LinkedHashSet<>(subjects));
    for (int from = 0; from < wanted.size(); from += KEYS_MAX) {
      List<Subject> part = wanted.subList(from, Math.min(wanted.size(), from + KEYS_MAX));
      Document these = DocumentFacts.all(facts.where(), facts.ofSubjects(part));
      refuseOtherStamps(these);
      Map<Subject, Counting.Counted> counted =
          counting.count(DocumentFacts.all(these, before(factsBefore), counts(asOf)));
      for (Subject subject : part) {
        Counting.Counted one = counted.get(subject);
        truths.put(subject, one == null ? Truth.ZERO : new Truth(whole(subject, one), one.facts()));
      }
    }
    return truths;
  }

  /** A comparison with a date takes dates alone: other stamps would be overlooked in silence. */
  private void refuseOtherStamps(Document these) {
    Document other =
        new Document(
            created, new Document("$ne", null).append("$not", new Document("$type", "date")));
    Document found =
        database.read(
            "look at the stamps of " + facts.collection(),
            () ->
                database
                    .collection(facts.collection())
                    .find(DocumentFacts.all(these, other))
                    .first());
    if (found != null) {
      throw new SourceRefusedException(
          "The document "
              + found.get("_id")
              + " of "
              + facts.collection()
              + " has a stamp "
              + created
              + " that is no date: "
              + DocumentFacts.at(found, created)
              + ". Correct it, or leave it out with where.");
    }
  }

  private Document before(Instant instant) {
    return new Document(
        "$or",
        List.of(
            new Document(created, null),
            new Document(created, new Document("$lt", DocumentFacts.date(instant)))));
  }

  private Document counts(@Nullable Instant asOf) {
    String deleted = facts.definition().deleted();
    return asOf == null || deleted == null
        ? facts.notDeleted()
        : new Document("$or", List.of(facts.notDeleted(), stampedFrom(deleted, asOf)));
  }

  private static Document stampedFrom(String field, Instant instant) {
    return new Document(field, new Document("$gte", DocumentFacts.date(instant)));
  }

  private static long whole(Subject subject, Counting.Counted counted) {
    BigDecimal value = counted.value();
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw new SourceRefusedException(
          "The facts of "
              + subject
              + " add up to "
              + value.toPlainString()
              + ", which is no whole number of 64 bits. A managed counter adds exact whole numbers.",
          e);
    }
  }

  @Override
  public long tail(Subject subject, Watermark watermark) {
    Document these = DocumentFacts.all(facts.where(), facts.ofSubjects(List.of(subject)));
    long tail =
        sum(
            subject,
            DocumentFacts.all(
                these, stampedFrom(created, watermark.factsBefore()), facts.notDeleted()));
    String deleted = facts.definition().deleted();
    if (deleted == null || !facts.definition().immutable()) {
      return tail;
    }
    return Math.subtractExact(
        tail,
        sum(
            subject,
            DocumentFacts.all(
                these,
                before(watermark.factsBefore()),
                stampedFrom(deleted, watermark.eventsBefore()))));
  }

  private long sum(Subject subject, Document filter) {
    Counting.Counted counted = counting.count(filter).get(subject);
    return counted == null ? 0 : whole(subject, counted);
  }

  @Override
  public List<Subject> subjects(@Nullable Subject after, int limit) {
    return listing.page(facts.where(), after, limit);
  }

  @Override
  public List<Subject> changedSince(
      Instant createdSince, Instant deletedSince, @Nullable Subject after, int limit) {
    if (!createdSince.isAfter(Windows.BEFORE_ALL)) {
      return subjects(after, limit);
    }
    List<Document> changed = new ArrayList<>();
    changed.add(stampedFrom(created, createdSince));
    String deleted = facts.definition().deleted();
    if (deleted != null) {
      changed.add(stampedFrom(deleted, deletedSince));
    }
    return listing.page(
        DocumentFacts.all(facts.where(), new Document("$or", changed)), after, limit);
  }

  @Override
  public List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
    List<Document> seen = new ArrayList<>();
    seen.add(DocumentFacts.all(stampedFrom(created, from.factsBefore()), before(to.factsBefore())));
    String deleted = facts.definition().deleted();
    if (deleted != null) {
      Document stamp =
          new Document("$gte", DocumentFacts.date(from.eventsBefore()))
              .append("$lt", DocumentFacts.date(to.eventsBefore()));
      seen.add(DocumentFacts.all(before(from.factsBefore()), new Document(deleted, stamp)));
    }
    return documents.find(
        DocumentFacts.all(
            facts.where(), facts.ofSubjects(List.of(subject)), new Document("$or", seen)),
        limit);
  }

  @Override
  public List<Fact> factsById(Subject subject, Collection<String> ids) {
    return documents.findById(facts.ofSubjects(List.of(subject)), ids);
  }

  @Override
  public OptionalLong subjectsEstimate() {
    return listing.estimate();
  }

  @Override
  public void close() {
    // Nothing is held open between two questions.
  }

  /** A stored stamp; before all where there is none. */
  static Instant stamp(@Nullable Object stored) {
    return stored instanceof Date date ? date.toInstant() : Windows.BEFORE_ALL;
  }
}
