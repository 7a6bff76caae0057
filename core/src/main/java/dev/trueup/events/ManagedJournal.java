package dev.trueup.events;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.UnavailableException;
import dev.trueup.managed.Counters;
import dev.trueup.managed.ManagedCounter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A counter of events where the store has no transactions: a managed counter over Trueup's own
 * journal. An event is put into the journal, confirmed there, and then sent to the counter as a
 * change with the stamp of its arrival; a crash in between is healed by the next sender of the same
 * event, or by the next recount. APPLIED is said by the one call that put the event in.
 * Thread-safe.
 */
public final class ManagedJournal implements KeptEvents {
  private static final int ROUNDS_MAX = 10;

  private final EventCounter counter;
  private final ManagedCounter managed;
  private final JournalDocuments documents;
  private final Counters counters;
  private final JournalSealing sealing;

  /**
   * @param managed of the same name, enabled in its store, with the journal as its source
   * @param documents where the counter is enabled
   */
  public ManagedJournal(EventCounter counter, ManagedCounter managed, JournalDocuments documents) {
    if (!managed.counter().name().equals(counter.name()) || !managed.counter().immutable()) {
      throw new BadRequestException(
          "The journal of "
              + counter.name()
              + " needs a managed counter of its name over an immutable source.");
    }
    this.counter = counter;
    this.managed = managed;
    this.documents = documents;
    this.counters = new Counters(List.of(managed), List.of());
    this.sealing = new JournalSealing(counter, managed, documents);
  }

  @Override
  public EventCounter counter() {
    return counter;
  }

  @Override
  public List<Outcome> apply(List<Event> events) {
    if (events.size() > EventStore.BATCH_MAX) {
      throw new BadRequestException(
          events.size()
              + " events of "
              + counter.name()
              + " in one call are too many; at most "
              + EventStore.BATCH_MAX
              + ". Nothing was counted. Send them in parts.");
    }
    @Nullable Outcome[] outcomes = new Outcome[events.size()];
    JournalRound round = new JournalRound(counter, documents, this::heldTallies);
    for (int attempt = 1; attempt <= ROUNDS_MAX; attempt++) {
      List<Integer> open = new ArrayList<>();
      for (int at = 0; at < outcomes.length; at++) {
        if (outcomes[at] == null) {
          open.add(at);
        }
      }
      if (open.isEmpty()) {
        round.releaseUnused();
        return finished(outcomes);
      }
      List<JournalRound.Answer> answers = round.run(open.stream().map(events::get).toList());
      Map<StoredEvent.Key, Outcome> uncounted = count(answers);
      for (int i = 0; i < open.size(); i++) {
        JournalRound.Answer answer = answers.get(i);
        StoredEvent row = answer.row();
        Outcome unknown = row == null ? null : uncounted.get(row.key());
        outcomes[open.get(i)] = unknown != null ? unknown : answer.outcome();
      }
    }
    throw new UnavailableException(
        "Events of "
            + counter.name()
            + " met other senders of the same ids "
            + ROUNDS_MAX
            + " times in a row. Send them again, with the same ids.");
  }

  private List<Outcome> finished(@Nullable Outcome[] outcomes) {
    List<Outcome> answers = new ArrayList<>(outcomes.length);
    Map<Refusal, Long> refused = new EnumMap<>(Refusal.class);
    for (Outcome outcome : outcomes) {
      if (outcome != null) {
        answers.add(outcome);
        Refusal refusal = Refusal.of(outcome);
        if (refusal != null) {
          refused.merge(refusal, 1L, Math::addExact);
        }
      }
    }
    if (!refused.isEmpty()) {
      documents.addRefusals(counter, refused);
    }
    return answers;
  }

  /**
   * Sends confirmed events to the counter, under the stamps of the journal. A repeated event goes
   * too: whoever put it in may have died before this.
   *
   * @return an outcome for those that the counter did not take
   */
  private Map<StoredEvent.Key, Outcome> count(List<JournalRound.Answer> answers) {
    Map<StoredEvent.Key, StoredEvent> rows = new LinkedHashMap<>();
    for (JournalRound.Answer answer : answers) {
      if (answer.row() != null) {
        rows.put(answer.row().key(), answer.row());
      }
    }
    if (rows.isEmpty()) {
      return Map.of();
    }
    List<StoredEvent> sent = List.copyOf(rows.values());
    List<Outcome> outcomes = counters.apply(sent.stream().map(this::change).toList(), false);
    // A recount that takes all that had arrived a settle time before it may have looked before this
    // was confirmed, and clear its cell away. Half of the time is left for clocks that differ.
    Instant late = documents.now().minus(managed.counter().settle().dividedBy(2));
    Map<StoredEvent.Key, Outcome> uncounted = new LinkedHashMap<>();
    Set<Subject> doubtful = new LinkedHashSet<>();
    for (int at = 0; at < sent.size(); at++) {
      Outcome outcome = outcomes.get(at);
      StoredEvent event = sent.get(at);
      if (outcome.kind() == Outcome.Kind.UNKNOWN) {
        uncounted.put(event.key(), outcome);
      } else if (outcome.kind() != Outcome.Kind.REJECTED) {
        // What is COVERED has marked its subject.
        if (outcome.kind() != Outcome.Kind.COVERED && event.arrivedAt().isBefore(late)) {
          doubtful.add(event.subject());
        }
      } else {
        // The journal is the truth and has it: the recount will count it.
        doubtful.add(event.subject());
        uncounted.put(
            event.key(),
            Outcome.unknown(
                "Event "
                    + event.id()
                    + " of "
                    + counter.name()
                    + " is in the journal and not in the counter yet; the next recount counts it."
                    + " Send it again, with the same id, to learn of it. "
                    + outcome.message()));
      }
    }
    if (!doubtful.isEmpty()) {
      managed.store().mark(managed.counter(), doubtful);
    }
    return uncounted;
  }

  private Change change(StoredEvent event) {
    return new Change(
        counter.name(),
        event.subject(),
        event.amount(),
        event.id(),
        event.id(),
        event.arrivedAt(),
        event.arrivedAt());
  }

  /** What keeps sums within 64 bits: the values of subjects, where an amount is large. */
  private Map<Subject, EventTally> heldTallies(Set<Subject> subjects) {
    Map<Subject, EventTally> tallies = new LinkedHashMap<>();
    read(subjects)
        .forEach(
            (subject, reading) -> {
              long value = reading.value();
              tallies.put(
                  subject,
                  new EventTally(
                      Math.max(0, value),
                      value < 0 ? Math.negateExact(value) : 0,
                      0,
                      EventTally.Sealed.NOTHING,
                      EventTally.NEVER));
            });
    return tallies;
  }

  @Override
  public Map<Subject, Reading> read(Collection<Subject> subjects) {
    return counters.read(counter.name(), subjects, Reading.Mode.FAST);
  }

  @Override
  public EventStore.SpanTally between(Subject subject, CapInterval.Span span) {
    return documents.between(counter, subject, span);
  }

  @Override
  public List<JournalRow> rows(Subject subject, long afterSequence, int limit) {
    throw new BadRequestException(
        "The events of "
            + counter.name()
            + " have no sequence: its store has no transactions. Ask for a span of time.");
  }

  @Override
  public Map<Refusal, Long> refusals() {
    return documents.refusals(counter);
  }

  @Override
  public boolean release(Subject subject) {
    return managed.store().release(managed.counter(), subject);
  }

  @Override
  public EventStore.SealStep seal(int rowsMax) {
    return sealing.step(rowsMax);
  }
}
