package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.events.AuditedTally;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store that lets another one do the work; for tests that come between. */
public class ForwardingEventStore implements EventStore {
  private final EventStore store;

  public ForwardingEventStore(EventStore store) {
    this.store = store;
  }

  @Override
  public Instant now() {
    return store.now();
  }

  @Override
  public void enable(EventCounter counter) {
    store.enable(counter);
  }

  @Override
  public List<Outcome> apply(EventCounter counter, List<Event> events) {
    return store.apply(counter, events);
  }

  @Override
  public Map<Subject, EventTally> tallies(EventCounter counter, Collection<Subject> subjects) {
    return store.tallies(counter, subjects);
  }

  @Override
  public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
    return store.between(counter, subject, span);
  }

  @Override
  public List<JournalRow> rows(
      EventCounter counter, Subject subject, long afterSequence, int limit) {
    return store.rows(counter, subject, afterSequence, limit);
  }

  @Override
  public Map<Refusal, Long> refusals(EventCounter counter) {
    return store.refusals(counter);
  }

  @Override
  public SealStep seal(EventCounter counter, int rowsMax) {
    return store.seal(counter, rowsMax);
  }

  @Override
  public List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit) {
    return store.examine(counter, after, limit);
  }

  @Override
  public void close() {
    store.close();
  }
}
