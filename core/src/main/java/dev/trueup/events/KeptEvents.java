package dev.trueup.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A counter of events with what keeps it: {@link EventJournal} where the store has transactions,
 * {@link ManagedJournal} where it has none. Callers see {@link Events} alone. Thread-safe.
 */
public sealed interface KeptEvents permits EventJournal, ManagedJournal {
  EventCounter counter();

  /**
   * Applies events in order.
   *
   * @param events at most {@link EventStore#BATCH_MAX}, all of this counter
   * @return an outcome each, in order
   */
  List<Outcome> apply(List<Event> events);

  /** A reading of each subject; zero where it has no events. */
  Map<Subject, Reading> read(Collection<Subject> subjects);

  EventStore.SpanTally between(Subject subject, CapInterval.Span span);

  /** A subject's rows past a sequence, in that order. */
  List<JournalRow> rows(Subject subject, long afterSequence, int limit);

  Map<Refusal, Long> refusals();

  /** See {@link Events#release}. */
  boolean release(Subject subject);

  /** One step of sealing. */
  EventStore.SealStep seal(int rowsMax);
}
