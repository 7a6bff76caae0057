package dev.trueup.mongodb.events;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.Updates;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.CapKey;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore.SpanTally;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.Refusal;
import dev.trueup.events.StoredEvent;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import dev.trueup.store.SourceSnapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * The journal of counters of events in MongoDB, by updates of single documents alone. What a
 * counter itself has, its line and its refusals, is in {@code trueup_journal_counters}.
 * Thread-safe.
 */
public final class MongoJournal implements JournalDocuments {
  /** The ids that hold a cap's slots are in one document. */
  public static final long CAP_MAX = 10_000;

  private final DocumentDatabase database;
  private final MongoCollection<Document> counters;
  private final EventDocuments events;
  private final SealedSubjects subjects;
  private final CapSlots slots;

  /**
   * @param database stays the caller's
   */
  public MongoJournal(DocumentDatabase database) {
    this.database = database;
    this.counters = database.collection("trueup_journal_counters");
    this.events = new EventDocuments(database);
    this.subjects = new SealedSubjects(database, events);
    this.slots = new CapSlots(database);
  }

  @Override
  public Instant now() {
    return database.now();
  }

  @Override
  public long newToken() {
    return database.random().nextLong();
  }

  @Override
  public void enable(EventCounter counter) {
    Cap cap = counter.cap();
    if (cap != null && cap.most() > CAP_MAX) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + ": a cap of "
              + cap.most()
              + " cannot be kept in MongoDB; at most "
              + CAP_MAX
              + " is allowed there.");
    }
    events.prepare();
    slots.prepare();
    database.write(
        "enable the journal of " + counter.name(),
        () ->
            EventDocuments.insertNew(
                counters,
                List.of(
                    new Document("_id", counter.name())
                        .append("line", Micros.of(EventTally.NEVER)))));
  }

  /** Whether a counter of this name was enabled; asking makes nothing. */
  public boolean isEnabled(String counter) {
    return counter(counter) != null;
  }

  private @Nullable Document counter(String name) {
    return database.read(
        "read the line of " + name, () -> counters.find(Filters.eq("_id", name)).first());
  }

  @Override
  public Instant line(EventCounter counter) {
    Document stored = counter(counter.name());
    Instant line = stored == null ? null : Micros.in(stored, "line");
    if (line == null) {
      throw new BadRequestException(
          "Counter "
              + counter.name()
              + " was never enabled in "
              + database.place()
              + ", or its collections were emptied. Nothing was counted.");
    }
    return line;
  }

  @Override
  public void raiseLine(EventCounter counter, Instant line) {
    database.write(
        "raise the line of " + counter.name(),
        () ->
            counters.updateOne(
                Filters.eq("_id", counter.name()), Updates.max("line", Micros.of(line))));
  }

  @Override
  public List<StoredEvent> find(EventCounter counter, Set<StoredEvent.Key> keys) {
    return events.find(counter, keys);
  }

  @Override
  public Set<StoredEvent.Key> insert(EventCounter counter, List<StoredEvent> fresh) {
    Set<Subject> known = new LinkedHashSet<>();
    fresh.forEach(event -> known.add(event.subject()));
    subjects.know(counter, known);
    return events.insert(counter, fresh);
  }

  @Override
  public Set<StoredEvent.Key> confirm(EventCounter counter, List<StoredEvent> some) {
    return events.confirm(counter, some);
  }

  @Override
  public void withdraw(EventCounter counter, StoredEvent event) {
    events.withdraw(counter, event);
  }

  @Override
  public Map<CapKey, Set<String>> slots(EventCounter counter, Set<CapKey> keys) {
    return slots.find(counter, keys);
  }

  @Override
  public boolean claim(EventCounter counter, CapKey key, String id, long most) {
    return slots.claim(counter, key, id, most);
  }

  @Override
  public void release(EventCounter counter, CapKey key, String id) {
    slots.release(counter, key, id);
  }

  @Override
  public void dropSlots(EventCounter counter, Instant line) {
    slots.dropUntil(counter, line);
  }

  @Override
  public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
    Document inside =
        new Document("$gte", Micros.of(span.from())).append("$lt", Micros.of(span.to()));
    SourceSnapshot.Truth truth =
        JournalSource.counted(database, counter.name(), subject, new Document("at", inside));
    return new SpanTally(truth.value(), truth.facts(), line(counter));
  }

  @Override
  public Map<Refusal, Long> refusals(EventCounter counter) {
    Document stored = counter(counter.name());
    Document refused = stored == null ? null : stored.get("refusals", Document.class);
    Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);
    if (refused != null) {
      refused.forEach(
          (word, times) -> refusals.put(Refusal.of(word), ((Number) times).longValue()));
    }
    return refusals;
  }

  /** Not repeated: a refusal whose count was lost is answered UNKNOWN, and counted again. */
  @Override
  public void addRefusals(EventCounter counter, Map<Refusal, Long> more) {
    List<Bson> updates = new ArrayList<>();
    more.forEach((refusal, times) -> updates.add(Updates.inc("refusals." + refusal.word(), times)));
    database.compareAndSet(
        "count refusals of " + counter.name(),
        () ->
            counters.updateOne(
                Filters.eq("_id", counter.name()),
                Updates.combine(updates),
                new UpdateOptions().upsert(false)));
  }

  @Override
  public List<StoredEvent> below(
      EventCounter counter, Instant line, @Nullable StoredEvent after, int limit) {
    return events.below(counter, line, after, limit);
  }

  @Override
  public int seal(EventCounter counter, Subject subject, Collection<StoredEvent> some) {
    return subjects.seal(counter, subject, some);
  }
}
