package dev.trueup.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a journal, over what a store has loaded for one transaction. A store makes a book of
 * the subjects it has locked, applies the events in order, and writes what the book says was
 * written; it may drop a book at any time and begin again.
 *
 * <p>The rules, in this order: an event that makes no sense, or is ahead of the clock, is refused
 * and leaves no trace. An id that is known counts no more. Below the seal nothing is taken. An
 * event that meets an exclusion does not count, nor one whose actor has counted often enough in its
 * interval. Not thread-safe.
 */
public final class EventBook {
  private final EventCounter counter;
  private final Instant now;
  private final Instant line;
  private final long sumMax;
  private final Map<Subject, SubjectPart> subjects = new LinkedHashMap<>();
  private final Map<CapKey, Long> caps = new HashMap<>();
  private final Map<Refusal, Long> refusals = new EnumMap<>(Refusal.class);

  /** One subject: its tally, the rows that are known of it, the rows that are new. */
  private static final class SubjectPart {
    final EventTally before;
    EventTally tally;
    final Map<String, JournalRow> known = new HashMap<>();
    final List<JournalRow> written = new ArrayList<>();

    SubjectPart(EventTally tally) {
      this.before = tally;
      this.tally = tally;
    }
  }

  /**
   * @param now the store's clock
   * @param line below which the counter is sealed, {@link EventTally#NEVER} where it is not
   * @param tallies of the subjects of the events; those that are not there are {@link
   *     EventTally#ZERO}
   */
  public EventBook(
      EventCounter counter, Instant now, Instant line, Map<Subject, EventTally> tallies) {
    this(counter, now, line, tallies, Long.MAX_VALUE);
  }

  /**
   * @param sumMax what is added, or taken back, may come to
   */
  EventBook(
      EventCounter counter,
      Instant now,
      Instant line,
      Map<Subject, EventTally> tallies,
      long sumMax) {
    this.counter = counter;
    this.sumMax = sumMax;
    this.now = now;
    this.line = line;
    tallies.forEach((subject, tally) -> subjects.put(subject, new SubjectPart(tally)));
  }

  /** Tells of the rows that have the ids of the events. Others do no harm. */
  public void knowRows(Collection<JournalRow> rows) {
    rows.forEach(row -> part(row.subject()).known.put(row.id(), row));
  }

  /** Tells how many rows there are of {@link #wantedCaps}; none where nothing is told. */
  public void knowCaps(Map<CapKey, Long> counted) {
    caps.putAll(counted);
  }

  /** Whether a store has to look anything up for it. Others are refused without. */
  public static boolean isWellFormed(Event event) {
    return EventDoor.refusal(event) == null;
  }

  /**
   * Whether it may count, as far as can be told without its subject: only then a subject without a
   * tally needs one.
   */
  public boolean mayCount(Event event) {
    return isWellFormed(event) && !isAhead(event) && uncounted(event, line) == null;
  }

  /** Whose rows have to be counted before the events can be applied. */
  public Set<CapKey> wantedCaps(Collection<Event> events) {
    Set<CapKey> wanted = new LinkedHashSet<>();
    for (Event event : events) {
      CapKey key = mayCount(event) ? capKey(event) : null;
      if (key != null) {
        wanted.add(key);
      }
    }
    return wanted;
  }

  /** What became of one subject. */
  public record Written(
      Subject subject, EventTally before, EventTally after, List<JournalRow> rows) {}

  /** What has to be written, for the subjects with rows that are new. */
  public List<Written> written() {
    List<Written> all = new ArrayList<>();
    subjects.forEach(
        (subject, part) -> {
          if (!part.written.isEmpty()) {
            all.add(new Written(subject, part.before, part.tally, List.copyOf(part.written)));
          }
        });
    return all;
  }

  /** How many events did not count, by reason. To be added to the counter's record. */
  public Map<Refusal, Long> refusals() {
    return refusals;
  }

  /** Applies one event. */
  public Outcome apply(Event event) {
    Outcome outcome = judge(event);
    Refusal refusal = Refusal.of(outcome);
    if (refusal != null) {
      refusals.merge(refusal, 1L, Math::addExact);
    }
    return outcome;
  }

  private Outcome judge(Event event) {
    Outcome malformed = EventDoor.refusal(event);
    if (malformed != null) {
      return malformed;
    }
    if (isAhead(event)) {
      return rejected(
          Rejection.IN_THE_FUTURE,
          event,
          "is stamped "
              + event.occurredAt()
              + "; it is "
              + now
              + " and at most "
              + counter.aheadMax()
              + " ahead is allowed");
    }
    SubjectPart part = part(new Subject(event.subject()));
    JournalRow known = part.known.get(event.id());
    if (known != null) {
      return repeated(event, known);
    }
    Instant sealed = part.tally.sealedBefore();
    Outcome uncounted = uncounted(event, sealed.isAfter(line) ? sealed : line);
    if (uncounted != null) {
      return uncounted;
    }
    CapKey capKey = capKey(event);
    Outcome capped = capKey == null ? null : capped(event, capKey);
    if (capped != null) {
      return capped;
    }
    if (part.tally.overflowsWith(event.amount(), sumMax)) {
      return rejected(
          Rejection.OVERFLOW,
          event,
          "would add "
              + event.amount()
              + " to "
              + part.tally.added()
              + " added and "
              + part.tally.removed()
              + " taken back; a sum would pass "
              + sumMax);
    }
    return counted(event, part, capKey);
  }

  private Outcome counted(Event event, SubjectPart part, @Nullable CapKey capKey) {
    part.tally = part.tally.plus(event.amount());
    JournalRow row =
        new JournalRow(
            new Subject(event.subject()),
            event.id(),
            part.tally.events(),
            event.amount(),
            timeOf(event),
            event.actor(),
            part.tally.value());
    part.known.put(row.id(), row);
    part.written.add(row);
    if (capKey != null) {
      caps.merge(capKey, 1L, Math::addExact);
    }
    return Outcome.applied(reading(row));
  }

  private Outcome repeated(Event event, JournalRow known) {
    boolean same =
        counter.counts() == EventCounter.Counts.ONCE_PER_ID
            || (known.amount() == event.amount()
                && known.occurredAt().equals(timeOf(event))
                && Objects.equals(known.actor(), event.actor()));
    return same
        ? Outcome.duplicate(reading(known))
        : rejected(
            Rejection.OTHER_CHANGE_SAME_ID,
            event,
            "is known with amount "
                + known.amount()
                + " at "
                + known.occurredAt()
                + (known.actor() == null ? "" : " by " + known.actor())
                + "; another event needs another id");
  }

  /** Why an event does not count, whatever else counted; null if it may. */
  private @Nullable Outcome uncounted(Event event, Instant sealedBefore) {
    if (counter.isSealed(timeOf(event), sealedBefore)) {
      return rejected(
          Rejection.TOO_OLD,
          event,
          "is stamped "
              + event.occurredAt()
              + "; what is before "
              + sealedBefore
              + " is sealed, and whether it is counted already cannot be told");
    }
    for (Exclusion exclusion : counter.exclusions()) {
      if (exclusion.isMetBy(event)) {
        return rejected(Rejection.FILTERED, event, "does not count: its " + exclusion.reason());
      }
    }
    return counter.cap() != null && event.actor() == null
        ? rejected(
            Rejection.NO_ACTOR,
            event,
            "names no actor; this counter counts an actor at most "
                + counter.cap().most()
                + " times an interval, so it has to")
        : null;
  }

  private @Nullable Outcome capped(Event event, CapKey key) {
    Cap cap = Objects.requireNonNull(counter.cap());
    return caps.getOrDefault(key, 0L) < cap.most()
        ? null
        : rejected(
            Rejection.CAPPED,
            event,
            "by "
                + key.actor()
                + " does not count: "
                + cap.most()
                + " have, from "
                + key.span().from()
                + " until before "
                + key.span().to());
  }

  private @Nullable CapKey capKey(Event event) {
    Cap cap = counter.cap();
    String actor = event.actor();
    return cap == null || actor == null
        ? null
        : new CapKey(new Subject(event.subject()), actor, cap.interval().spanOf(timeOf(event)));
  }

  private boolean isAhead(Event event) {
    return event.occurredAt().isAfter(now.plus(counter.aheadMax()));
  }

  /** The time as it is kept. */
  private static Instant timeOf(Event event) {
    return event.occurredAt().truncatedTo(ChronoUnit.MICROS);
  }

  private Reading reading(JournalRow row) {
    return new Reading(
        counter.name(), row.subject(), row.valueAfter(), Reading.Mode.FAST, null, null);
  }

  private SubjectPart part(Subject subject) {
    return subjects.computeIfAbsent(subject, key -> new SubjectPart(EventTally.ZERO));
  }

  private Outcome rejected(Rejection rejection, Event event, String what) {
    return Outcome.rejected(
        rejection,
        counter.name()
            + " of "
            + event.subject()
            + ": event "
            + event.id()
            + " "
            + what
            + ". Nothing was counted.");
  }
}
