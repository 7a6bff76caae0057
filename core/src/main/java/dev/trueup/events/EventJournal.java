package dev.trueup.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A counter of events with the store that keeps its journal in transactions.
 *
 * @param counter the definition, enabled in the store
 */
public record EventJournal(EventCounter counter, EventStore store) implements KeptEvents {
  @Override
  public List<Outcome> apply(List<Event> events) {
    return store.apply(counter, events);
  }

  /** What subjects have come to, sealed parts beside the whole, as of one moment. */
  public Map<Subject, EventTally> tallies(Collection<Subject> subjects) {
    Set<Subject> distinct = new LinkedHashSet<>(subjects);
    Map<Subject, EventTally> stored = store.tallies(counter, distinct);
    Map<Subject, EventTally> tallies = new LinkedHashMap<>();
    for (Subject subject : distinct) {
      tallies.put(subject, stored.getOrDefault(subject, EventTally.ZERO));
    }
    return tallies;
  }

  @Override
  public Map<Subject, Reading> read(Collection<Subject> subjects) {
    Map<Subject, Reading> readings = new LinkedHashMap<>();
    tallies(subjects)
        .forEach(
            (subject, tally) ->
                readings.put(
                    subject,
                    new Reading(
                        counter.name(), subject, tally.value(), Reading.Mode.FAST, null, null)));
    return readings;
  }

  @Override
  public EventStore.SpanTally between(Subject subject, CapInterval.Span span) {
    return store.between(counter, subject, span);
  }

  @Override
  public List<JournalRow> rows(Subject subject, long afterSequence, int limit) {
    return store.rows(counter, subject, afterSequence, limit);
  }

  @Override
  public Map<Refusal, Long> refusals() {
    return store.refusals(counter);
  }

  /** Never: journal and value change together, so there was nothing to repair. */
  @Override
  public boolean release(Subject subject) {
    return false;
  }

  @Override
  public EventStore.SealStep seal(int rowsMax) {
    return store.seal(counter, rowsMax);
  }
}
