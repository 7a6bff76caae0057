package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.CapInterval;
import dev.trueup.events.CapKey;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore.SpanTally;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.Refusal;
import dev.trueup.events.StoredEvent;
import dev.trueup.testkit.events.ModelJournalState.CounterState;
import dev.trueup.testkit.events.ModelJournalState.Pending;
import dev.trueup.testkit.events.ModelJournalState.SubjectState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A journal in memory where no two writes go together: each verb is atomic, and a seal is the steps
 * that a store of documents has to take. The protected methods are single steps, honest as they
 * stand, for planted faults to break. Thread-safe; the state's lock is not held between steps.
 */
public class ModelJournalDocuments implements JournalDocuments {
  private static final Comparator<StoredEvent> OLDEST_FIRST =
      Comparator.comparing(StoredEvent::occurredAt)
          .thenComparing(StoredEvent::subject)
          .thenComparing(StoredEvent::id);

  private final ModelJournalState state;
  private final InstantSource clock;

  public ModelJournalDocuments(ModelJournalState state, InstantSource clock) {
    this.state = state;
    this.clock = clock;
  }

  /** The line that is put down. */
  protected Instant raised(Instant old, Instant line) {
    return line.isAfter(old) ? line : old;
  }

  /** Whether a look-up sees an event. */
  protected boolean isSeen(StoredEvent there) {
    return true;
  }

  /** Whether a fresh event is put in. */
  protected boolean isFree(@Nullable StoredEvent there, StoredEvent fresh) {
    return there == null;
  }

  /** Whether an event that is there was put in by the same call before. */
  protected boolean isMine(StoredEvent there, StoredEvent fresh) {
    return there.token() == fresh.token();
  }

  /** Whether an event that is there is the one to be confirmed. */
  protected boolean isMeant(StoredEvent there, StoredEvent meant) {
    return there.token() == meant.token();
  }

  /** Whether a sender is told that its event is confirmed. */
  protected boolean isConfirmed(@Nullable StoredEvent there, StoredEvent meant) {
    return there != null && there.confirmed() && there.token() == meant.token();
  }

  /** Whether an event is taken out again. */
  protected boolean isWithdrawn(StoredEvent there, StoredEvent meant) {
    return there.token() == meant.token() && !there.confirmed();
  }

  /** Whether one more id gets a slot. */
  protected boolean hasRoom(Set<String> ids, long most) {
    return ids.size() < most;
  }

  /** Whether the slots of an interval are dropped. */
  protected boolean isOver(CapInterval.Span span, Instant line) {
    return !span.to().isAfter(line);
  }

  /** Whether an event is listed for sealing. */
  protected boolean isBelow(StoredEvent event, Instant line) {
    return event.occurredAt().isBefore(line);
  }

  /** What is put down as pending before anything is dropped. */
  protected long pendingSum(List<StoredEvent> sealed) {
    return sealed.stream().mapToLong(StoredEvent::amount).reduce(0, Math::addExact);
  }

  /** Whether a seal still has the version that it looked at. */
  protected boolean isUnchanged(long version, long seen) {
    return version == seen;
  }

  /** Whether an event goes once it is pending. */
  protected boolean isDropped(StoredEvent event, Pending pending) {
    return pending.has(event);
  }

  /** The sealed sum once what was pending is a part of it. */
  protected long sumWith(long sum, Pending pending) {
    return Math.addExact(sum, pending.sum());
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public long newToken() {
    return state.newToken();
  }

  @Override
  public void enable(EventCounter counter) {
    synchronized (state) {
      state.counters.computeIfAbsent(counter.name(), name -> new CounterState());
    }
  }

  @Override
  public Instant line(EventCounter counter) {
    synchronized (state) {
      return state.counter(counter.name()).line;
    }
  }

  @Override
  public void raiseLine(EventCounter counter, Instant line) {
    synchronized (state) {
      CounterState of = state.counter(counter.name());
      of.line = raised(of.line, line);
    }
  }

  @Override
  public List<StoredEvent> find(EventCounter counter, Set<StoredEvent.Key> keys) {
    synchronized (state) {
      List<StoredEvent> found = new ArrayList<>();
      for (StoredEvent.Key key : keys) {
        StoredEvent there = there(counter, key);
        if (there != null && isSeen(there)) {
          found.add(there);
        }
      }
      return found;
    }
  }

  @Override
  public Set<StoredEvent.Key> insert(EventCounter counter, List<StoredEvent> events) {
    synchronized (state) {
      events.forEach(event -> subject(counter, event.subject()));
    }
    state.step();
    synchronized (state) {
      Set<StoredEvent.Key> mine = new HashSet<>();
      for (StoredEvent event : events) {
        StoredEvent there = there(counter, event.key());
        if (isFree(there, event)) {
          subject(counter, event.subject()).rows.put(event.id(), event);
          mine.add(event.key());
        } else if (there != null && isMine(there, event)) {
          mine.add(event.key());
        }
      }
      return mine;
    }
  }

  @Override
  public Set<StoredEvent.Key> confirm(EventCounter counter, List<StoredEvent> events) {
    Set<StoredEvent.Key> confirmed = new HashSet<>();
    for (StoredEvent event : events) {
      synchronized (state) {
        StoredEvent there = there(counter, event.key());
        if (there != null && isMeant(there, event)) {
          there = withConfirmation(there);
          subject(counter, event.subject()).rows.put(event.id(), there);
        }
        if (isConfirmed(there, event)) {
          confirmed.add(event.key());
        }
      }
    }
    return confirmed;
  }

  private static StoredEvent withConfirmation(StoredEvent event) {
    return new StoredEvent(
        event.subject(),
        event.id(),
        event.amount(),
        event.occurredAt(),
        event.actor(),
        event.arrivedAt(),
        event.token(),
        true);
  }

  @Override
  public void withdraw(EventCounter counter, StoredEvent event) {
    synchronized (state) {
      StoredEvent there = there(counter, event.key());
      if (there != null && isWithdrawn(there, event)) {
        subject(counter, event.subject()).rows.remove(event.id());
      }
    }
  }

  @Override
  public Map<CapKey, Set<String>> slots(EventCounter counter, Set<CapKey> keys) {
    synchronized (state) {
      Map<CapKey, Set<String>> slots = new HashMap<>();
      for (CapKey key : keys) {
        Set<String> ids = state.counter(counter.name()).slots.get(key);
        if (ids != null) {
          slots.put(key, Set.copyOf(ids));
        }
      }
      return slots;
    }
  }

  @Override
  public boolean claim(EventCounter counter, CapKey key, String id, long most) {
    synchronized (state) {
      Set<String> ids =
          state.counter(counter.name()).slots.computeIfAbsent(key, none -> new HashSet<>());
      return ids.contains(id) || (hasRoom(ids, most) && ids.add(id));
    }
  }

  @Override
  public void release(EventCounter counter, CapKey key, String id) {
    synchronized (state) {
      Set<String> ids = state.counter(counter.name()).slots.get(key);
      if (ids != null) {
        ids.remove(id);
      }
    }
  }

  @Override
  public void dropSlots(EventCounter counter, Instant line) {
    synchronized (state) {
      state.counter(counter.name()).slots.keySet().removeIf(key -> isOver(key.span(), line));
    }
  }

  @Override
  public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
    long value = 0;
    long events = 0;
    synchronized (state) {
      SubjectState held = state.counter(counter.name()).subjects.get(subject);
      if (held != null) {
        for (StoredEvent event : held.rows.values()) {
          if (event.confirmed() && span.contains(event.occurredAt())) {
            value = Math.addExact(value, event.amount());
            events++;
          }
        }
      }
    }
    state.step();
    return new SpanTally(value, events, line(counter));
  }

  @Override
  public Map<Refusal, Long> refusals(EventCounter counter) {
    synchronized (state) {
      return Map.copyOf(state.counter(counter.name()).refusals);
    }
  }

  @Override
  public void addRefusals(EventCounter counter, Map<Refusal, Long> more) {
    synchronized (state) {
      Map<Refusal, Long> refusals = state.counter(counter.name()).refusals;
      more.forEach((refusal, times) -> refusals.merge(refusal, times, Math::addExact));
    }
  }

  @Override
  public List<StoredEvent> below(
      EventCounter counter, Instant line, @Nullable StoredEvent after, int limit) {
    synchronized (state) {
      return state.counter(counter.name()).subjects.values().stream()
          .flatMap(held -> held.rows.values().stream())
          .filter(event -> isBelow(event, line))
          .filter(event -> after == null || OLDEST_FIRST.compare(event, after) > 0)
          .sorted(OLDEST_FIRST)
          .limit(limit)
          .toList();
    }
  }

  @Override
  public int seal(EventCounter counter, Subject subject, Collection<StoredEvent> events) {
    finishPending(counter, subject);
    long seen;
    List<StoredEvent> sealed = new ArrayList<>();
    synchronized (state) {
      SubjectState held = subject(counter, subject);
      if (held.pending != null) {
        return 0;
      }
      seen = held.version;
      for (StoredEvent chosen : events) {
        StoredEvent there = held.rows.get(chosen.id());
        if (there != null && isConfirmed(there, chosen)) {
          sealed.add(there);
        }
      }
    }
    state.step();
    synchronized (state) {
      SubjectState held = subject(counter, subject);
      if (sealed.isEmpty() || !isUnchanged(held.version, seen)) {
        return 0;
      }
      held.pending = pending(sealed);
      held.version++;
    }
    finishPending(counter, subject);
    return sealed.size();
  }

  private Pending pending(List<StoredEvent> sealed) {
    Instant newest =
        sealed.stream()
            .map(StoredEvent::occurredAt)
            .reduce(Instant.MIN, ModelJournalDocuments::later);
    return new Pending(
        sealed.stream().map(StoredEvent::id).toList(), newest.plusNanos(1_000), pendingSum(sealed));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  /** Drops what is pending and adds it to the sum; somebody else may be at it too. */
  private void finishPending(EventCounter counter, Subject subject) {
    Pending pending;
    long seen;
    synchronized (state) {
      SubjectState held = subject(counter, subject);
      pending = held.pending;
      seen = held.version;
    }
    if (pending == null) {
      return;
    }
    state.step();
    synchronized (state) {
      subject(counter, subject).rows.values().removeIf(event -> isDropped(event, pending));
    }
    state.step();
    synchronized (state) {
      SubjectState held = subject(counter, subject);
      if (isUnchanged(held.version, seen)) {
        held.sum = sumWith(held.sum, pending);
        held.sealedEvents += pending.ids().size();
        held.pending = null;
        held.version++;
      }
    }
  }

  private @Nullable StoredEvent there(EventCounter counter, StoredEvent.Key key) {
    SubjectState held = state.counter(counter.name()).subjects.get(key.subject());
    return held == null ? null : held.rows.get(key.id());
  }

  private SubjectState subject(EventCounter counter, Subject subject) {
    return state
        .counter(counter.name())
        .subjects
        .computeIfAbsent(subject, key -> new SubjectState());
  }
}
