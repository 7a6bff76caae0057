package dev.trueup.mongodb.adopted;

import dev.trueup.adopted.AdoptedPlace;
import dev.trueup.adopted.Correction;
import dev.trueup.adopted.Correction.Result;
import dev.trueup.adopted.Sample;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.adopted.NumberDocuments.Stored;
import dev.trueup.mongodb.source.Counting;
import dev.trueup.mongodb.source.Counting.Counted;
import dev.trueup.mongodb.source.DocumentFacts;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Samples and corrects under a lease. For one thread. */
final class MongoRepairSession implements AdoptedPlace.RepairSession {
  private final String counter;
  private final RepairLease lease;
  private final DocumentDatabase source;
  private final DocumentFacts facts;
  private final NumberDocuments numbers;
  private final Counting counting;
  private final NumberCorrector corrector;

  MongoRepairSession(
      String counter,
      RepairLease lease,
      DocumentDatabase source,
      DocumentFacts facts,
      NumberDocuments numbers,
      Counting counting) {
    this.counter = counter;
    this.lease = lease;
    this.source = source;
    this.facts = facts;
    this.numbers = numbers;
    this.counting = counting;
    this.corrector = new NumberCorrector(counter, numbers);
  }

  @Override
  public List<Sample> sample(Collection<Subject> subjects) {
    lease.require();
    Set<Subject> wanted = new HashSet<>(subjects);
    Document these = DocumentFacts.all(facts.where(), facts.notDeleted(), facts.ofSubjects(wanted));
    Map<Subject, Long> digests = digests(these);
    Map<Subject, Counted> counts = counting.count(these);
    List<Sample> samples = new ArrayList<>();
    for (Map.Entry<Subject, Stored> one : numbers.find(wanted).entrySet()) {
      Subject subject = one.getKey();
      samples.add(
          MongoPlace.sample(
              subject,
              one.getValue(),
              counts.get(subject),
              Long.toHexString(digests.getOrDefault(subject, 0L))));
    }
    return samples;
  }

  /** A sum over the facts' own keys: the same facts have the same, in whatever order they come. */
  private Map<Subject, Long> digests(Document these) {
    Document shown = new Document("_id", 1).append("key", facts.groupKey());
    List<Document> steps = List.of(new Document("$match", these), new Document("$project", shown));
    return source.read(
        "sample the facts of " + counter,
        () -> {
          Map<Subject, Long> digests = new HashMap<>();
          try (var cursor = source.collection(facts.collection()).aggregate(steps).iterator()) {
            while (cursor.hasNext()) {
              Document fact = cursor.next();
              Subject subject = facts.subjectOf(fact.get("key", Document.class));
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
  public boolean recordsTogether() {
    return false;
  }

  /** One document after the other: there is no transaction to put around them. */
  @Override
  public List<Result> correct(List<Correction> corrections, Correction.Recorder recorder) {
    lease.require();
    List<Result> results = new ArrayList<>();
    for (Correction correction : corrections) {
      try {
        results.add(corrector.correct(correction));
      } catch (UnavailableException e) {
        if (results.stream().noneMatch(Result::isWritten)) {
          throw e;
        }
        throw new AnswerLostException(
            counter + ": a batch was written in part before: " + e.getMessage(), e);
      }
    }
    return results;
  }

  @Override
  public void close() {
    lease.close();
  }
}
