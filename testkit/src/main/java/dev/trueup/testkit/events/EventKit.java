package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.Events;
import dev.trueup.events.JournalRow;
import dev.trueup.events.KeptEvents;
import dev.trueup.events.Refusal;
import dev.trueup.events.SealLimits;
import dev.trueup.events.SealReport;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;

/** One test's store and counter, with the few moves that all tests share. */
public final class EventKit {
  static final Subject PAGE = new Subject("page-1");
  static final Subject OTHER = new Subject("page-2");

  private static final CapInterval.Span ALL_TIMES =
      new CapInterval.Span(EventTally.NEVER, Instant.parse("9999-12-31T00:00:00Z"));

  private final EventStore store;
  private final EventCounter counter;
  private final Events events;
  private final Instant start;

  EventKit(EventStore store, EventCounter counter) {
    this.store = store;
    this.counter = counter;
    store.enable(counter);
    this.events = new Events(List.of(journal(store)), List.of("post.comments"));
    this.start = store.now().truncatedTo(ChronoUnit.MICROS);
  }

  private KeptEvents journal(EventStore of) {
    return of instanceof ManagedEventStore managed
        ? managed.journal(counter)
        : new EventJournal(counter, of);
  }

  /** The counter as another process uses it. */
  Events events(EventStore another) {
    return new Events(List.of(journal(another)), List.of());
  }

  EventStore store() {
    return store;
  }

  /** Whether answers tell the value right after their own event: it takes a transaction. */
  private boolean tellsValues() {
    return !(store instanceof ManagedEventStore);
  }

  void assumeThatAnswersTellValues() {
    Assumptions.assumeTrue(
        tellsValues(),
        "the value right after an event: not observable here, it has no transactions");
  }

  void assumeExactSums() {
    Assumptions.assumeTrue(
        tellsValues(),
        "a sum at the very edge of 64 bits: not observable here, it has no transactions");
  }

  EventCounter counter() {
    return counter;
  }

  /** The counter as everything above the store uses it. */
  Events events() {
    return events;
  }

  /** So many seconds before the test began: inside the retention. */
  Instant ago(long seconds) {
    return start.minusSeconds(seconds);
  }

  /** So many seconds before what can be sealed now, and at any later time. */
  Instant old(long seconds) {
    return counter.sealableBefore(start).minusSeconds(seconds);
  }

  Event event(Subject subject, String id, Instant at) {
    return Event.of(counter.name(), subject.key(), id, at);
  }

  Event event(String id) {
    return event(PAGE, id, ago(1));
  }

  Outcome apply(Event event) {
    return store.apply(counter, List.of(event)).get(0);
  }

  List<Outcome> apply(List<Event> all) {
    return store.apply(counter, all);
  }

  /**
   * Counts what has to count, and returns the value right after it: as the answer tells it, else as
   * it is read next.
   */
  long applied(Event event) {
    Outcome outcome = apply(event);
    applied(outcome);
    return toldBy(outcome).orElseGet(() -> value(new Subject(event.subject())));
  }

  static void applied(Outcome outcome) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.APPLIED);
  }

  /** The event counts, and where answers tell values, it is this one. */
  void applied(Outcome outcome, long value) {
    applied(outcome);
    tells(outcome, value);
  }

  /** The outcome repeats the first answer, its value included. */
  void repeats(Outcome outcome, long first) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.DUPLICATE);
    tells(outcome, first);
  }

  private void tells(Outcome outcome, long value) {
    assertThat(toldBy(outcome))
        .isEqualTo(tellsValues() ? Optional.of(value) : Optional.<Long>empty());
  }

  /** The value that an answer tells; a store that tells none never tells one. */
  Optional<Long> toldBy(Outcome outcome) {
    assertThat(outcome.reading() != null).as("%s", outcome).isEqualTo(tellsValues());
    return Optional.ofNullable(outcome.reading()).map(Reading::value);
  }

  static void rejected(Outcome outcome, Rejection rejection) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.REJECTED);
    assertThat(outcome.rejection()).isEqualTo(rejection);
    assertThat(outcome.message()).isNotBlank();
    assertThat(outcome.reading()).isNull();
  }

  EventTally tally(Subject subject) {
    return store.tallies(counter, List.of(subject)).getOrDefault(subject, EventTally.ZERO);
  }

  long value(Subject subject) {
    return events.read(counter.name(), subject.key()).value();
  }

  long value() {
    return value(PAGE);
  }

  List<JournalRow> rows(Subject subject) {
    List<JournalRow> all = new ArrayList<>();
    long after = 0;
    while (true) {
      List<JournalRow> page = store.rows(counter, subject, after, 50);
      if (page.isEmpty()) {
        return all;
      }
      all.addAll(page);
      after = page.get(page.size() - 1).sequence();
    }
  }

  /** How many events of a subject are in the journal, not sealed. */
  long kept(Subject subject) {
    return store.between(counter, subject, ALL_TIMES).events();
  }

  /** What the sealed events of a subject come to. */
  long sealed(Subject subject) {
    if (store instanceof ManagedEventStore) {
      return value(subject) - store.between(counter, subject, ALL_TIMES).value();
    }
    return tally(subject).sealed().value();
  }

  /** Nothing was ever written about the subject. */
  void requireUntouched(Subject subject) {
    assertThat(value(subject)).isZero();
    assertThat(kept(subject)).isZero();
    if (tellsValues()) {
      assertThat(store.tallies(counter, List.of(subject))).isEmpty();
    }
  }

  long refused(Refusal refusal) {
    return Objects.requireNonNull(events.refusals(counter.name()).get(refusal));
  }

  Map<Refusal, Long> refusals() {
    return store.refusals(counter);
  }

  SealReport seal(int rowsInAStep, int steps) {
    if (store instanceof ManagedEventStore managed) {
      managed.settle(counter);
    }
    return events.seal(
        counter.name(), new SealLimits(rowsInAStep, steps, Duration.ZERO), duration -> {});
  }

  SealReport seal() {
    return seal(100, 100);
  }

  /** What an audit finds; few subjects a page, so that pages are turned. */
  List<EventAudit.Finding> audit() {
    List<EventAudit.Finding> findings = new ArrayList<>();
    EventAudit.run(new EventJournal(counter, store), 3, findings::add);
    return findings;
  }

  /** By how much values are wrong, as an audit finds it. */
  Map<Subject, BigInteger> drifts() {
    Map<Subject, BigInteger> drifts = new HashMap<>();
    if (store instanceof ManagedEventStore managed) {
      managed
          .drifts(counter)
          .forEach(one -> drifts.put(one.subject(), BigInteger.valueOf(one.drift().amount())));
    } else {
      audit().forEach(one -> drifts.put(one.subject(), one.drift()));
    }
    return drifts;
  }

  /** An audit has nothing to say, of what is counted already and of what is still to settle. */
  void requireSound() {
    assertThat(drifts()).isEmpty();
    if (store instanceof ManagedEventStore managed) {
      managed.settle(counter);
      assertThat(drifts()).isEmpty();
    }
  }

  /** Everything that the store tells of a subject, to show that nothing was written. */
  String everythingOf(Subject subject) {
    return tellsValues()
        ? store.tallies(counter, List.of(subject)) + " " + rows(subject) + " " + audit()
        : value(subject) + " " + store.between(counter, subject, ALL_TIMES) + " " + drifts();
  }
}
