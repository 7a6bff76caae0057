package dev.trueup.mongodb.adopted;

import com.mongodb.client.MongoCursor;
import dev.trueup.adopted.AdoptedCounter;
import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Capacity;
import dev.trueup.adopted.Sample;
import dev.trueup.adopted.Watch;
import dev.trueup.counter.Subject;
import dev.trueup.error.StoppedException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.adopted.NumberDocuments.Stored;
import dev.trueup.mongodb.source.Counting;
import dev.trueup.mongodb.source.Counting.Counted;
import dev.trueup.mongodb.source.DocumentFacts;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * Documents and number in MongoDB. The number's documents are read in chunks, and the facts of a
 * chunk counted in one aggregation; no moment is common to both. Thread-safe.
 */
final class MongoPlace implements AdoptedPlace {
  private static final int CHUNK = 1_000;

  private final AdoptedCounter counter;
  private final DocumentDatabase source;
  private final DocumentFacts facts;
  private final DocumentDatabase target;
  private final NumberDocuments numbers;
  private final Counting counting;

  MongoPlace(
      AdoptedCounter counter,
      DocumentDatabase source,
      DocumentFacts facts,
      DocumentDatabase target,
      NumberDocuments numbers) {
    this.counter = counter;
    this.source = source;
    this.facts = facts;
    this.target = target;
    this.numbers = numbers;
    this.counting = new Counting(source, facts);
  }

  @Override
  public Capacity capacity() {
    return StoredNumber.ANY;
  }

  @Override
  public List<String> notes() {
    return List.of(
        "MongoDB: documents and counter are read one after the other. What was under way then may"
            + " show as drift; a repair confirms it by samples first.",
        "One repairer at a time is seen to by a lease, and a value is added to only while it is the"
            + " one that was sampled.");
  }

  @Override
  public Scan scan(Consumer<Sample> mayDiffer, Watch watch) {
    long subjects = 0;
    long matched = 0;
    try (MongoCursor<Document> cursor =
        target.read(
            "read " + numbers.collection(),
            () ->
                target
                    .collection(numbers.collection())
                    .find(numbers.where())
                    .projection(numbers.shown())
                    .batchSize(CHUNK)
                    .iterator())) {
      Map<Subject, Stored> chunk = nextChunk(cursor);
      while (!chunk.isEmpty()) {
        matched += compare(chunk, mayDiffer);
        subjects += chunk.size();
        look(watch, subjects);
        chunk = nextChunk(cursor);
      }
    }
    long without = withoutSubject();
    if (count(counted()) != matched + without) {
      findMissing(mayDiffer, watch, subjects);
    }
    return new Scan(subjects, without);
  }

  private Map<Subject, Stored> nextChunk(MongoCursor<Document> cursor) {
    return target.read(
        "read " + numbers.collection(),
        () -> {
          Map<Subject, Stored> chunk = new LinkedHashMap<>();
          while (chunk.size() < CHUNK && cursor.hasNext()) {
            Document document = cursor.next();
            Subject subject = numbers.subjectOf(document);
            if (subject != null) {
              numbers.put(chunk, subject, document);
            }
          }
          return chunk;
        });
  }

  /** How many facts the chunk has. */
  private long compare(Map<Subject, Stored> chunk, Consumer<Sample> mayDiffer) {
    Map<Subject, Counted> counts = count(chunk.keySet());
    long matched = 0;
    for (Map.Entry<Subject, Stored> one : chunk.entrySet()) {
      Counted count = counts.get(one.getKey());
      matched += count == null ? 0 : count.facts();
      mayDiffer.accept(sample(one.getKey(), one.getValue(), count, ""));
    }
    return matched;
  }

  private Map<Subject, Counted> count(Collection<Subject> subjects) {
    return counting.count(
        DocumentFacts.all(facts.where(), facts.notDeleted(), facts.ofSubjects(subjects)));
  }

  static Sample sample(
      Subject subject, @Nullable Stored stored, @Nullable Counted count, String digest) {
    Object number = stored == null ? null : stored.number();
    return new Sample(
        subject,
        stored != null,
        StoredNumber.text(number),
        count == null ? BigDecimal.ZERO : count.value(),
        count == null ? 0 : count.facts(),
        digest,
        StoredNumber.capacity(number));
  }

  /** The facts that are counted, those without a subject too. */
  private Document counted() {
    String distinct = facts.definition().distinct();
    return DocumentFacts.all(
        facts.where(),
        facts.notDeleted(),
        distinct == null ? new Document() : new Document(distinct, new Document("$ne", null)));
  }

  private long withoutSubject() {
    List<Document> missing = new ArrayList<>();
    facts.definition().subject().forEach(field -> missing.add(new Document(field, null)));
    return count(DocumentFacts.all(counted(), new Document("$or", missing)));
  }

  private long count(Document filter) {
    return source.read(
        "count " + facts.collection(),
        () -> source.collection(facts.collection()).countDocuments(filter));
  }

  /** Some facts belong to subjects that the scan did not meet: which of them have no document? */
  private void findMissing(Consumer<Sample> mayDiffer, Watch watch, long subjects) {
    List<Document> steps =
        List.of(
            new Document("$match", DocumentFacts.all(counted(), facts.hasSubject())),
            new Document("$group", new Document("_id", facts.groupKey())));
    try (MongoCursor<Document> cursor =
        source.read(
            "list subjects of " + facts.collection(),
            () ->
                source
                    .collection(facts.collection())
                    .aggregate(steps)
                    .allowDiskUse(true)
                    .batchSize(CHUNK)
                    .iterator())) {
      Set<Subject> chunk = nextSubjects(cursor);
      while (!chunk.isEmpty()) {
        numbers.existing(chunk).forEach(chunk::remove);
        if (!chunk.isEmpty()) {
          count(chunk)
              .forEach((subject, count) -> mayDiffer.accept(sample(subject, null, count, "")));
        }
        look(watch, subjects);
        chunk = nextSubjects(cursor);
      }
    }
  }

  private Set<Subject> nextSubjects(MongoCursor<Document> cursor) {
    return source.read(
        "list subjects of " + facts.collection(),
        () -> {
          Set<Subject> chunk = new HashSet<>();
          while (chunk.size() < CHUNK && cursor.hasNext()) {
            Subject subject = facts.subjectOf(cursor.next().get("_id", Document.class));
            if (subject != null) {
              chunk.add(subject);
            }
          }
          return chunk;
        });
  }

  private void look(Watch watch, long subjects) {
    watch.progress(counter.name(), Watch.Phase.COUNTING, subjects, 0);
    if (watch.isStopped()) {
      throw new StoppedException(
          "The audit of " + counter.name() + " was stopped. Nothing was changed.");
    }
  }

  @Override
  public Optional<RepairSession> tryRepair() {
    return RepairLease.tryTake(target, counter.name(), counter.settle())
        .map(
            lease ->
                new MongoRepairSession(counter.name(), lease, source, facts, numbers, counting));
  }
}
