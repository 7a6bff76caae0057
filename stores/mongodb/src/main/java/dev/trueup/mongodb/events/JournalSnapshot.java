package dev.trueup.mongodb.events;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.error.UnavailableException;
import dev.trueup.mongodb.events.SealedSubjects.Part;
import dev.trueup.mongodb.events.SealedSubjects.Pending;
import dev.trueup.store.SourceSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The journal as a recount sees it. What is sealed is read before the events and after them: where
 * somebody sealed in between, that subject is counted again. Sealed events are inside every base,
 * so a count takes all of them, and no list of facts past a watermark misses one.
 */
final class JournalSnapshot implements SourceSnapshot {
  private static final int ATTEMPTS_MAX = 20;

  private final JournalSource source;
  private final SourceSnapshot documents;

  JournalSnapshot(JournalSource source, SourceSnapshot documents) {
    this.source = source;
    this.documents = documents;
  }

  @Override
  public Map<Subject, Truth> count(
      Collection<Subject> subjects, Instant factsBefore, @Nullable Instant asOf) {
    Map<Subject, Truth> truths = new HashMap<>();
    List<Subject> open = List.copyOf(new LinkedHashSet<>(subjects));
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      Map<Subject, Part> before = source.parts(open);
      Map<Subject, Truth> counted = countDocuments(open, before, factsBefore, asOf);
      Map<Subject, Part> after = source.parts(open);
      List<Subject> moved = new ArrayList<>();
      for (Subject subject : open) {
        Part part = before.getOrDefault(subject, Part.NONE);
        if (part.version() == after.getOrDefault(subject, Part.NONE).version()) {
          Truth truth = counted.getOrDefault(subject, Truth.ZERO);
          truths.put(subject, sum(part, truth));
        } else {
          moved.add(subject);
        }
      }
      if (moved.isEmpty()) {
        return truths;
      }
      open = moved;
    }
    throw new UnavailableException(
        "The events of "
            + open.get(0)
            + " of "
            + source.counter()
            + " were sealed during each of "
            + ATTEMPTS_MAX
            + " counts. Nothing was changed. Run again.");
  }

  /** What is sealed is one fact more: a subject of which all is sealed has facts too. */
  private static Truth sum(Part part, Truth counted) {
    return new Truth(
        Math.addExact(part.value(), counted.value()), counted.facts() + (part.isThere() ? 1 : 0));
  }

  private Map<Subject, Truth> countDocuments(
      List<Subject> subjects,
      Map<Subject, Part> parts,
      Instant factsBefore,
      @Nullable Instant asOf) {
    List<Subject> plain = new ArrayList<>();
    Map<Subject, Truth> counted = new HashMap<>();
    for (Subject subject : subjects) {
      Pending pending = parts.getOrDefault(subject, Part.NONE).pending();
      if (pending == null) {
        plain.add(subject);
      } else {
        try (SourceSnapshot without = source.without(pending)) {
          counted.putAll(without.count(List.of(subject), factsBefore, asOf));
        }
      }
    }
    counted.putAll(documents.count(plain, factsBefore, asOf));
    return counted;
  }

  @Override
  public Instant firstReadAt() {
    return documents.firstReadAt();
  }

  @Override
  public Instant lastReadAt() {
    return documents.lastReadAt();
  }

  @Override
  public Optional<Instant> oldestOpenTransaction() {
    return Optional.empty();
  }

  @Override
  public Optional<Instant> newestStamp() {
    return documents.newestStamp();
  }

  @Override
  public long tail(Subject subject, Watermark watermark) {
    return documents.tail(subject, watermark);
  }

  @Override
  public List<Subject> subjects(@Nullable Subject after, int limit) {
    return source.subjects().page(source.counter(), after, limit);
  }

  @Override
  public List<Subject> changedSince(
      Instant created, Instant deleted, @Nullable Subject after, int limit) {
    // What is sealed arrived before every watermark: only a listing from the beginning has it.
    return created.isAfter(Instant.EPOCH)
        ? source.events().changedSince(source.counter(), created, after, limit)
        : subjects(after, limit);
  }

  @Override
  public List<Fact> factsBetween(Subject subject, Watermark from, Watermark to, int limit) {
    return documents.factsBetween(subject, from, to, limit);
  }

  @Override
  public List<Fact> factsById(Subject subject, Collection<String> ids) {
    return documents.factsById(subject, ids);
  }

  @Override
  public OptionalLong subjectsEstimate() {
    return OptionalLong.of(source.subjects().estimate());
  }

  @Override
  public void close() {
    documents.close();
  }
}
