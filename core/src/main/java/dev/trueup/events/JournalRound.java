package dev.trueup.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Brings events into a journal without transactions. Events whose answer somebody else's write made
 * doubtful are left open and go through again.
 *
 * <p>An event is put in unconfirmed, then the line is read, then it is confirmed. The first event
 * of an id is dropped only after the line was raised above it. So where a late repetition can be
 * put in, because the first is dropped, the line that is read after it is above it: it is
 * withdrawn, however long its sender slept. What a dead sender leaves unconfirmed never counts.
 */
final class JournalRound {
  /** Amounts from here on are checked against the value before they are taken. */
  private static final long LARGE = 1L << 31;

  /**
   * What they may come to: the other half of 64 bits is for small ones, of which it takes 2^31, and
   * for what others add at the same moment.
   */
  private static final long LARGE_SUM_MAX = 1L << 62;

  private final EventCounter counter;
  private final JournalDocuments documents;
  private final Function<Set<Subject>, Map<Subject, EventTally>> tallies;
  private final Map<StoredEvent.Key, CapKey> claimed = new LinkedHashMap<>();

  JournalRound(
      EventCounter counter,
      JournalDocuments documents,
      Function<Set<Subject>, Map<Subject, EventTally>> tallies) {
    this.counter = counter;
    this.documents = documents;
    this.tallies = tallies;
  }

  /**
   * What a round says of one event.
   *
   * @param outcome null: left open
   * @param row the confirmed event that has its id, which the counter has to know; null: none
   */
  record Answer(@Nullable Outcome outcome, @Nullable StoredEvent row) {
    static final Answer OPEN = new Answer(null, null);
  }

  List<Answer> run(List<Event> events) {
    Set<StoredEvent.Key> keys = new LinkedHashSet<>();
    for (Event event : events) {
      if (EventBook.isWellFormed(event)) {
        keys.add(key(event));
      }
    }
    Map<StoredEvent.Key, StoredEvent> rows = new HashMap<>();
    if (!keys.isEmpty()) {
      List<StoredEvent> found = documents.find(counter, keys);
      // After the events: one that is above this line, and there, is nobody's late repetition.
      known(found, documents.line(counter)).forEach(row -> rows.put(row.key(), row));
    }
    EventBook book = book(events);
    rows.values().forEach(row -> book.knowRows(List.of(asRow(row))));
    book.knowCaps(capsTaken(book.wantedCaps(events), keys, rows));
    List<Outcome> judged = events.stream().map(book::apply).toList();
    Set<StoredEvent.Key> failed = new HashSet<>();
    bringIn(book, rows, failed);

    List<Answer> answers = new ArrayList<>();
    for (int at = 0; at < events.size(); at++) {
      Outcome outcome = judged.get(at);
      if (!EventBook.isWellFormed(events.get(at))) {
        answers.add(new Answer(outcome, null));
        continue;
      }
      StoredEvent.Key key = key(events.get(at));
      answers.add(
          failed.contains(key) ? Answer.OPEN : new Answer(withoutReading(outcome), rows.get(key)));
    }
    return answers;
  }

  private EventBook book(List<Event> events) {
    Set<Subject> large = new LinkedHashSet<>();
    for (Event event : events) {
      if (EventBook.isWellFormed(event) && Math.abs(event.amount()) >= LARGE) {
        large.add(new Subject(event.subject()));
      }
    }
    return new EventBook(
        counter,
        documents.now(),
        documents.line(counter),
        large.isEmpty() ? Map.of() : tallies.apply(large),
        LARGE_SUM_MAX);
  }

  /** Finishes what others have begun: confirms it above the line, takes it out below. */
  private List<StoredEvent> known(List<StoredEvent> found, Instant line) {
    List<StoredEvent> known = new ArrayList<>();
    List<StoredEvent> begun = new ArrayList<>();
    for (StoredEvent row : found) {
      if (row.confirmed()) {
        known.add(row);
      } else if (counter.isSealed(row.occurredAt(), line)) {
        documents.withdraw(counter, row);
      } else {
        begun.add(row);
      }
    }
    if (!begun.isEmpty()) {
      Set<StoredEvent.Key> confirmed = documents.confirm(counter, begun);
      begun.stream()
          .filter(row -> confirmed.contains(row.key()))
          .forEach(row -> known.add(row.asConfirmed()));
    }
    return known;
  }

  /** Slots held by others: an id that is only now coming in may have taken its own before. */
  private Map<CapKey, Long> capsTaken(
      Set<CapKey> wanted, Set<StoredEvent.Key> keys, Map<StoredEvent.Key, StoredEvent> rows) {
    if (wanted.isEmpty()) {
      return Map.of();
    }
    Map<CapKey, Long> taken = new HashMap<>();
    documents
        .slots(counter, wanted)
        .forEach(
            (cap, ids) ->
                taken.put(
                    cap,
                    ids.stream()
                        .map(id -> new StoredEvent.Key(cap.subject(), id))
                        .filter(key -> !keys.contains(key) || rows.containsKey(key))
                        .count()));
    return taken;
  }

  private void bringIn(
      EventBook book, Map<StoredEvent.Key, StoredEvent> rows, Set<StoredEvent.Key> failed) {
    List<JournalRow> written = new ArrayList<>();
    book.written().forEach(one -> written.addAll(one.rows()));
    written.removeIf(row -> !claim(row, failed));
    if (written.isEmpty()) {
      return;
    }
    long token = documents.newToken();
    Instant arrivedAt = documents.now().truncatedTo(ChronoUnit.MILLIS);
    List<StoredEvent> mine =
        written.stream()
            .map(
                row ->
                    new StoredEvent(
                        row.subject(),
                        row.id(),
                        row.amount(),
                        row.occurredAt(),
                        row.actor(),
                        arrivedAt,
                        token,
                        false))
            .toList();
    Set<StoredEvent.Key> inserted = documents.insert(counter, mine);
    Instant line = documents.line(counter);
    List<StoredEvent> sound = new ArrayList<>();
    for (StoredEvent event : mine) {
      if (inserted.contains(event.key())) {
        if (counter.isSealed(event.occurredAt(), line)) {
          documents.withdraw(counter, event);
        } else {
          sound.add(event);
        }
      }
    }
    Set<StoredEvent.Key> confirmed = sound.isEmpty() ? Set.of() : documents.confirm(counter, sound);
    for (StoredEvent event : mine) {
      if (confirmed.contains(event.key())) {
        rows.put(event.key(), event.asConfirmed());
      } else {
        failed.add(event.key());
      }
    }
  }

  private boolean claim(JournalRow row, Set<StoredEvent.Key> failed) {
    CapKey cap = capKey(row.subject(), row.actor(), row.occurredAt());
    if (cap == null) {
      return true;
    }
    StoredEvent.Key key = new StoredEvent.Key(row.subject(), row.id());
    Cap limit = counter.cap();
    if (limit != null && documents.claim(counter, cap, row.id(), limit.most())) {
      claimed.put(key, cap);
      return true;
    }
    failed.add(key);
    return false;
  }

  /**
   * Gives back slots whose id came in as somebody else's event. A slot whose id is not there keeps
   * it: its event may be under way in another call.
   */
  void releaseUnused() {
    if (claimed.isEmpty()) {
      return;
    }
    for (StoredEvent row : documents.find(counter, claimed.keySet())) {
      CapKey mine = claimed.get(row.key());
      if (mine != null
          && row.confirmed()
          && !mine.equals(capKey(row.subject(), row.actor(), row.occurredAt()))) {
        documents.release(counter, mine, row.id());
      }
    }
  }

  private @Nullable CapKey capKey(Subject subject, @Nullable String actor, Instant at) {
    Cap cap = counter.cap();
    return cap == null || actor == null
        ? null
        : new CapKey(subject, actor, cap.interval().spanOf(at));
  }

  /** A journal without transactions cannot tell the value right after an event. */
  private static Outcome withoutReading(Outcome outcome) {
    return switch (outcome.kind()) {
      case APPLIED -> Outcome.applied();
      case DUPLICATE -> Outcome.duplicate();
      default -> outcome;
    };
  }

  private static JournalRow asRow(StoredEvent event) {
    return new JournalRow(
        event.subject(), event.id(), 0, event.amount(), event.occurredAt(), event.actor(), 0);
  }

  private static StoredEvent.Key key(Event event) {
    return new StoredEvent.Key(new Subject(event.subject()), event.id());
  }
}
