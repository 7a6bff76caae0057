package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.AuditedTally;
import dev.trueup.events.AuditedTally.BrokenRow;
import dev.trueup.events.CapInterval;
import dev.trueup.events.CapKey;
import dev.trueup.events.Event;
import dev.trueup.events.EventBook;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import dev.trueup.testkit.events.ModelEventState.CounterState;
import dev.trueup.testkit.events.ModelEventState.SubjectState;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event store in memory: what the suite and the simulation run on, and what planted faults break
 * one step of. The protected methods are those steps, honest as they stand.
 */
public class ModelEventStore implements EventStore {
  private final ModelEventState state;
  private final InstantSource clock;

  public ModelEventStore(ModelEventState state, InstantSource clock) {
    this.state = state;
    this.clock = clock;
  }

  /** The declaration that the rules are told. */
  protected EventCounter declared(EventCounter counter) {
    return counter;
  }

  /** What the rules are told about a tally. */
  protected EventTally loaded(EventTally stored) {
    return stored;
  }

  /** What the rules are told about the counter's line. */
  protected Instant loadedLine(Instant line) {
    return line;
  }

  /** What the rules are told about a row that is known; null for nothing. */
  protected @Nullable JournalRow remembered(JournalRow row) {
    return row;
  }

  /** What the rules are told about how often an actor counted. */
  protected long capped(CapKey key, long counted) {
    return counted;
  }

  /** The key that a subject is kept under. */
  protected Subject key(Subject subject) {
    return subject;
  }

  /** The key that an id is kept under. */
  protected String idKey(String id) {
    return id;
  }

  /** The tally that is written. */
  protected EventTally saved(EventBook.Written written, EventTally stored) {
    return written.after();
  }

  /** Whether a row is written at all. */
  protected boolean keeps(JournalRow row) {
    return true;
  }

  /** How many refusals are put on record. */
  protected long recorded(Refusal refusal, long count) {
    return count;
  }

  /** The answer to an event. */
  protected Outcome answer(Event event, Outcome outcome) {
    return outcome;
  }

  /** Called between looking and writing. */
  protected void looked() {}

  /** Below which rows are dropped. */
  protected Instant sealable(EventCounter counter, Instant now) {
    return counter.sealableBefore(now);
  }

  /** The line that is put down. */
  protected Instant raised(Instant old, Instant line) {
    return line.isAfter(old) ? line : old;
  }

  /** The tally after a seal. */
  protected EventTally sealing(EventTally tally, List<JournalRow> dropped, Instant line) {
    return tally.sealing(dropped, line);
  }

  /** Whether a row is dropped that was sealed. */
  protected boolean drops(JournalRow row) {
    return true;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public void enable(EventCounter counter) {
    synchronized (state) {
      state.counters.computeIfAbsent(counter.name(), name -> new CounterState());
    }
  }

  @Override
  public List<Outcome> apply(EventCounter counter, List<Event> events) {
    if (events.size() > BATCH_MAX) {
      throw new BadRequestException(events.size() + " events are too many.");
    }
    synchronized (state) {
      CounterState of = counter(counter);
      EventBook book = open(counter, of, events);
      looked();
      List<Outcome> outcomes = new ArrayList<>();
      for (Event event : events) {
        outcomes.add(answer(event, book.apply(event)));
      }
      book.written().forEach(written -> save(of, written));
      book.refusals()
          .forEach(
              (refusal, count) ->
                  of.refusals.merge(refusal, recorded(refusal, count), Math::addExact));
      return outcomes;
    }
  }

  private EventBook open(EventCounter counter, CounterState of, List<Event> events) {
    List<Event> wellFormed = events.stream().filter(EventBook::isWellFormed).toList();
    Map<Subject, EventTally> tallies = new LinkedHashMap<>();
    List<JournalRow> known = new ArrayList<>();
    for (Event event : wellFormed) {
      Subject subject = new Subject(event.subject());
      SubjectState held = of.subjects.get(key(subject));
      tallies.put(subject, loaded(held == null ? EventTally.ZERO : held.tally()));
      JournalRow row = held == null ? null : held.rows.get(idKey(event.id()));
      JournalRow told = row == null ? null : remembered(row);
      if (told != null) {
        known.add(renamed(told, subject, event.id()));
      }
    }
    EventBook book =
        new EventBook(declared(counter), clock.instant(), loadedLine(of.line), tallies);
    book.knowRows(known);
    Map<CapKey, Long> counted = new HashMap<>();
    for (CapKey key : book.wantedCaps(wellFormed)) {
      SubjectState held = of.subjects.get(key(key.subject()));
      counted.put(key, capped(key, held == null ? 0 : counted(held, key)));
    }
    book.knowCaps(counted);
    return book;
  }

  private static long counted(SubjectState held, CapKey key) {
    return held.rows.values().stream()
        .filter(row -> key.actor().equals(row.actor()) && key.span().contains(row.occurredAt()))
        .count();
  }

  /** A store that mistakes two keys finds the row under the name that was asked for. */
  private static JournalRow renamed(JournalRow row, Subject subject, String id) {
    return new JournalRow(
        subject, id, row.sequence(), row.amount(), row.occurredAt(), row.actor(), row.valueAfter());
  }

  private void save(CounterState of, EventBook.Written written) {
    SubjectState held =
        of.subjects.computeIfAbsent(key(written.subject()), subject -> new SubjectState());
    held.tally = saved(written, held.tally());
    for (JournalRow row : written.rows()) {
      if (keeps(row)) {
        held.rows.put(idKey(row.id()), row);
      }
    }
  }

  @Override
  public Map<Subject, EventTally> tallies(EventCounter counter, Collection<Subject> subjects) {
    synchronized (state) {
      CounterState of = counter(counter);
      Map<Subject, EventTally> tallies = new LinkedHashMap<>();
      for (Subject subject : subjects) {
        SubjectState held = of.subjects.get(key(subject));
        if (held != null && held.tally != null) {
          tallies.put(subject, held.tally);
        }
      }
      return tallies;
    }
  }

  @Override
  public SpanTally between(EventCounter counter, Subject subject, CapInterval.Span span) {
    synchronized (state) {
      CounterState of = counter(counter);
      SubjectState held = of.subjects.getOrDefault(key(subject), new SubjectState());
      List<JournalRow> rows =
          held.rows.values().stream().filter(row -> span.contains(row.occurredAt())).toList();
      Instant own = held.tally().sealedBefore();
      return new SpanTally(
          rows.stream().mapToLong(JournalRow::amount).sum(),
          rows.size(),
          own.isAfter(of.line) ? own : of.line);
    }
  }

  @Override
  public List<JournalRow> rows(
      EventCounter counter, Subject subject, long afterSequence, int limit) {
    synchronized (state) {
      SubjectState held = counter(counter).subjects.get(key(subject));
      return held == null
          ? List.of()
          : held.rows.values().stream()
              .filter(row -> row.sequence() > afterSequence)
              .sorted(Comparator.comparingLong(JournalRow::sequence))
              .limit(limit)
              .toList();
    }
  }

  @Override
  public Map<Refusal, Long> refusals(EventCounter counter) {
    synchronized (state) {
      return Map.copyOf(counter(counter).refusals);
    }
  }

  @Override
  public SealStep seal(EventCounter counter, int rowsMax) {
    synchronized (state) {
      CounterState of = counter(counter);
      Instant line = sealable(counter, clock.instant());
      of.line = raised(of.line, line);
      Instant below = of.line.isAfter(line) ? of.line : line;
      List<JournalRow> oldest =
          of.subjects.values().stream()
              .flatMap(held -> held.rows.values().stream())
              .filter(row -> row.occurredAt().isBefore(below))
              .sorted(Comparator.comparing(JournalRow::occurredAt))
              .limit(rowsMax)
              .toList();
      Map<Subject, List<JournalRow>> bySubject = new LinkedHashMap<>();
      oldest.forEach(
          row -> bySubject.computeIfAbsent(key(row.subject()), key -> new ArrayList<>()).add(row));
      bySubject.forEach(
          (subject, rows) -> {
            SubjectState held = of.subjects.getOrDefault(subject, new SubjectState());
            held.tally = sealing(held.tally(), rows, below);
            rows.stream().filter(this::drops).forEach(row -> held.rows.remove(idKey(row.id())));
          });
      return new SealStep(oldest.size(), oldest.size() < rowsMax);
    }
  }

  @Override
  public List<AuditedTally> examine(EventCounter counter, @Nullable Subject after, int limit) {
    synchronized (state) {
      CounterState of = counter(counter);
      var past = after == null ? of.subjects : of.subjects.tailMap(after, false);
      return past.entrySet().stream()
          .limit(limit)
          .map(one -> audited(one.getKey(), one.getValue()))
          .toList();
    }
  }

  private static AuditedTally audited(Subject subject, SubjectState held) {
    BigInteger added = BigInteger.ZERO;
    BigInteger removed = BigInteger.ZERO;
    List<BrokenRow> broken = new ArrayList<>();
    Map<Long, Long> values = new HashMap<>(Map.of(0L, 0L));
    held.rows.values().forEach(row -> values.put(row.sequence(), row.valueAfter()));
    for (JournalRow row : held.rows.values()) {
      BigInteger amount = BigInteger.valueOf(row.amount());
      added = added.add(amount.max(BigInteger.ZERO));
      removed = removed.add(amount.negate().max(BigInteger.ZERO));
      Long before = values.get(row.sequence() - 1);
      if (before == null || broken.size() == AuditedTally.BROKEN_MAX) {
        continue;
      }
      BigInteger after = BigInteger.valueOf(before).add(amount);
      if (!after.equals(BigInteger.valueOf(row.valueAfter()))) {
        broken.add(new BrokenRow(row.id(), row.sequence(), before, row.amount(), row.valueAfter()));
      }
    }
    return new AuditedTally(subject, held.tally, held.rows.size(), added, removed, broken);
  }

  private CounterState counter(EventCounter counter) {
    CounterState of = state.counters.get(counter.name());
    if (of == null) {
      throw new BadRequestException("Counter " + counter.name() + " was never enabled.");
    }
    return of;
  }

  @Override
  public void close() {}
}
