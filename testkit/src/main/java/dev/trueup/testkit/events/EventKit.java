package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventAudit;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.EventTally;
import dev.trueup.events.Events;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import dev.trueup.events.SealLimits;
import dev.trueup.events.SealReport;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One test's store and counter, with the few moves that all tests share. */
public final class EventKit {
  static final Subject PAGE = new Subject("page-1");
  static final Subject OTHER = new Subject("page-2");

  private final EventStore store;
  private final EventCounter counter;
  private final Events events;
  private final Instant start;

  EventKit(EventStore store, EventCounter counter) {
    this.store = store;
    this.counter = counter;
    store.enable(counter);
    this.events = new Events(List.of(new EventJournal(counter, store)), List.of("post.comments"));
    this.start = store.now().truncatedTo(ChronoUnit.MICROS);
  }

  EventStore store() {
    return store;
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

  /** Counts what has to count, and returns the value right after it. */
  long applied(Event event) {
    return applied(apply(event));
  }

  static long applied(Outcome outcome) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.APPLIED);
    return Objects.requireNonNull(outcome.reading()).value();
  }

  /** The outcome repeats the first answer, its value included. */
  static void repeats(Outcome outcome, long first) {
    assertThat(outcome.kind()).as("%s", outcome).isEqualTo(Kind.DUPLICATE);
    assertThat(Objects.requireNonNull(outcome.reading()).value()).isEqualTo(first);
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
    return tally(subject).value();
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

  long refused(Refusal refusal) {
    return Objects.requireNonNull(events.refusals(counter.name()).get(refusal));
  }

  Map<Refusal, Long> refusals() {
    return store.refusals(counter);
  }

  SealReport seal(int rowsInAStep, int steps) {
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

  /** Everything that the store tells of a subject, to show that nothing was written. */
  String everythingOf(Subject subject) {
    return store.tallies(counter, List.of(subject)) + " " + rows(subject) + " " + audit();
  }
}
