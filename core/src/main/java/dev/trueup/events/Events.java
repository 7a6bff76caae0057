package dev.trueup.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.UnavailableException;
import dev.trueup.time.Waiter;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Counters of events: events in, answers out. Where the store has transactions, journal and value
 * change in one and a reading is never behind; elsewhere the journal is written first and the value
 * after it, and whatever came between is healed. Thread-safe; holds no state but the definitions.
 *
 * <p>A wrong event is REJECTED by name and an answer that is lost is UNKNOWN; neither is thrown.
 */
public final class Events {
  /** The most events, or subjects, in one call. */
  public static final int CALL_MAX = EventStore.BATCH_MAX;

  private static final int AUDIT_PAGE = 200;

  private final Map<String, KeptEvents> journals;
  private final Set<String> otherNames;

  /**
   * @param journals the counters, enabled in their stores
   * @param otherNames names of counters of another kind, for telling them from unknown
   */
  public Events(Collection<? extends KeptEvents> journals, Collection<String> otherNames) {
    Map<String, KeptEvents> byName = new TreeMap<>();
    journals.forEach(one -> byName.put(one.counter().name(), one));
    this.journals = Map.copyOf(byName);
    this.otherNames = Set.copyOf(otherNames);
  }

  /** Applies one event. */
  public Outcome apply(Event event) {
    return apply(List.of(event)).get(0);
  }

  /**
   * Applies events in order; those of one counter in one transaction, where the store has those.
   * APPLIED: counted, durably, there with the value right after this very event. DUPLICATE: this id
   * is counted already, there with the value of the first answer. REJECTED: with the reason.
   * UNKNOWN: the answer was lost; sending the same event again is safe, within the retention.
   *
   * @param events at most {@link #CALL_MAX}
   * @return an outcome each, in order
   * @throws BadRequestException if there are too many
   */
  public List<Outcome> apply(List<Event> events) {
    requireCallSize(events.size());
    Outcome[] outcomes = new Outcome[events.size()];
    Map<String, List<Integer>> places = new LinkedHashMap<>();
    for (int at = 0; at < events.size(); at++) {
      String counter = events.get(at).counter();
      if (journals.containsKey(counter)) {
        places.computeIfAbsent(counter, key -> new ArrayList<>()).add(at);
      } else {
        outcomes[at] =
            Outcome.rejected(
                otherNames.contains(counter) ? Rejection.WRONG_KIND : Rejection.UNKNOWN_COUNTER,
                missing(counter));
      }
    }
    places.forEach(
        (counter, indexes) -> {
          List<Outcome> answers =
              applyBatch(require(counter), indexes.stream().map(events::get).toList());
          for (int i = 0; i < indexes.size(); i++) {
            outcomes[indexes.get(i)] = answers.get(i);
          }
        });
    return List.copyOf(Arrays.asList(outcomes));
  }

  private static List<Outcome> applyBatch(KeptEvents journal, List<Event> batch) {
    EventCounter counter = journal.counter();
    List<Outcome> outcomes;
    try {
      outcomes = journal.apply(batch);
    } catch (AnswerLostException | UnavailableException failure) {
      Outcome unknown =
          Outcome.unknown(
              "No answer from the store of "
                  + counter.name()
                  + "; send the same event again, with the same id and time. "
                  + failure.getMessage());
      return batch.stream().map(event -> unknown).toList();
    }
    if (outcomes.size() != batch.size()) {
      throw new BrokenInvariantException(
          "Counter "
              + counter.name()
              + ": the store answered "
              + outcomes.size()
              + " of "
              + batch.size()
              + " events.");
    }
    return outcomes;
  }

  /** The value of a subject; zero if it has no events. */
  public Reading read(String counter, String subject) {
    Subject one = new Subject(subject);
    return Objects.requireNonNull(read(counter, List.of(one)).get(one));
  }

  /** Values; one for each subject, as of one moment where the store has transactions. */
  public Map<Subject, Reading> read(String counter, Collection<Subject> subjects) {
    requireCallSize(subjects.size());
    return require(counter).read(new LinkedHashSet<>(subjects));
  }

  /**
   * What subjects have come to, sealed parts beside the whole, as of one moment.
   *
   * @throws BadRequestException if the counter's store has no transactions; then read it
   */
  public Map<Subject, EventTally> tallies(String counter, Collection<Subject> subjects) {
    requireCallSize(subjects.size());
    return requireTransactions(counter).tallies(subjects);
  }

  /**
   * What a subject came to in a half-open span of the events' own time.
   *
   * @param from inside
   * @param to outside
   * @throws BadRequestException if a part of it is sealed: its events are dropped
   */
  public long between(String counter, String subject, Instant from, Instant to) {
    KeptEvents journal = require(counter);
    if (!from.isBefore(to) || from.isBefore(EventTally.NEVER) || to.isAfter(EventDoor.LATEST)) {
      throw new BadRequestException(
          counter
              + ": a span from "
              + from
              + " until before "
              + to
              + " cannot be counted; its begin has to be before its end, both in the years 1 to"
              + " 9999.");
    }
    EventStore.SpanTally tally =
        journal.between(new Subject(subject), new CapInterval.Span(from, to));
    if (from.isBefore(tally.line())) {
      throw new BadRequestException(
          counter
              + " of "
              + subject
              + ": a span from "
              + from
              + " cannot be counted; what is before "
              + tally.line()
              + " is sealed, and only its sum is known.");
    }
    return tally.value();
  }

  /** The same for a local day of the events' own time, of 23 to 25 hours. */
  public long onDay(String counter, String subject, LocalDate day, ZoneId zone) {
    return between(
        counter,
        subject,
        day.atStartOfDay(zone).toInstant(),
        day.plusDays(1).atStartOfDay(zone).toInstant());
  }

  /** A subject's events past a sequence, in the order in which they counted; sealed ones not. */
  public List<JournalRow> rows(String counter, String subject, long afterSequence, int limit) {
    requireCallSize(limit);
    KeptEvents journal = require(counter);
    return journal.rows(new Subject(subject), afterSequence, limit);
  }

  /** How many events did not count, by reason; zero of a reason that was never met. */
  public Map<Refusal, Long> refusals(String counter) {
    KeptEvents journal = require(counter);
    Map<Refusal, Long> stored = journal.refusals();
    Map<Refusal, Long> all = new LinkedHashMap<>();
    for (Refusal refusal : Refusal.values()) {
      all.put(refusal, stored.getOrDefault(refusal, 0L));
    }
    return all;
  }

  /**
   * Lets a subject that an undo holds be recounted again. Where the store has transactions, nothing
   * is repaired and nothing held.
   *
   * @return false where it was not held
   */
  public boolean release(String counter, String subject) {
    return require(counter).release(new Subject(subject));
  }

  /**
   * Seals what is older than the retention: its events become a sum and a number on record, their
   * ids are dropped, and what comes later from that time is REJECTED {@code too-old}. To be called
   * again and again; many processes may do it at once, and a call that was cut off is made again.
   *
   * @param waiter lets the rest between two steps pass
   */
  public SealReport seal(String counter, SealLimits limits, Waiter waiter) {
    KeptEvents journal = require(counter);
    long rows = 0;
    for (int step = 1; step <= limits.stepsMax(); step++) {
      EventStore.SealStep done = journal.seal(limits.rowsMax());
      rows += done.rows();
      if (done.last()) {
        return new SealReport(rows, step, true);
      }
      waiter.waitFor(limits.rest());
    }
    return new SealReport(rows, limits.stepsMax(), false);
  }

  /** Proves the values of a counter, or names those that are wrong. Changes nothing. */
  public EventAudit.Summary audit(String counter, Consumer<EventAudit.Finding> found) {
    return EventAudit.run(requireTransactions(counter), AUDIT_PAGE, found);
  }

  private EventJournal requireTransactions(String counter) {
    if (require(counter) instanceof EventJournal journal) {
      return journal;
    }
    throw new BadRequestException(
        "Counter "
            + counter
            + " is kept in a store without transactions; it has readings, and is audited like a"
            + " managed counter. Use read, or trueup audit.");
  }

  private KeptEvents require(String counter) {
    KeptEvents journal = journals.get(counter);
    if (journal == null) {
      throw new BadRequestException(missing(counter));
    }
    return journal;
  }

  private String missing(String counter) {
    return otherNames.contains(counter)
        ? "Counter " + counter + " is not of kind events; it has no journal."
        : "There is no counter called "
            + counter
            + "; counters of events are "
            + new TreeSet<>(journals.keySet())
            + ".";
  }

  private static void requireCallSize(int size) {
    if (size < 0 || size > CALL_MAX) {
      throw new BadRequestException(
          "A call with "
              + size
              + " items is not allowed; at most "
              + CALL_MAX
              + ", send it in parts.");
    }
  }
}
