package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.OTHER;
import static dev.trueup.testkit.events.EventKit.PAGE;
import static dev.trueup.testkit.events.EventKit.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.JournalRow;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Journal and value: each id once, each answer the first one, the value the sum. */
public interface EventCountSuite extends EventSuite {
  @Test
  default void l3TheValueIsTheSumOfTheJournal() {
    assertThat(kit().applied(kit().event("a"))).isEqualTo(1);
    assertThat(kit().applied(kit().event("b").weighing(4))).isEqualTo(5);
    assertThat(kit().applied(kit().event("c").weighing(-2))).isEqualTo(3);

    assertThat(kit().value()).isEqualTo(3);
    assertThat(kit().kept(PAGE)).isEqualTo(3);
    kit().requireSound();
  }

  @Test
  default void l3RowsAreInTheOrderInWhichTheyCountedAndSayTheValueAfterThem() {
    kit()
        .apply(
            List.of(kit().event("a"), kit().event("b").weighing(4), kit().event("c").weighing(-2)));

    assertThat(kit().tally(PAGE).added()).isEqualTo(5);
    assertThat(kit().tally(PAGE).removed()).isEqualTo(2);
    assertThat(kit().tally(PAGE).events()).isEqualTo(3);
    assertThat(kit().rows(PAGE).stream().map(JournalRow::id)).containsExactly("a", "b", "c");
    assertThat(kit().rows(PAGE).stream().map(JournalRow::valueAfter)).containsExactly(1L, 5L, 3L);
    assertThat(kit().rows(PAGE).stream().map(JournalRow::sequence)).containsExactly(1L, 2L, 3L);
    kit().requireSound();
  }

  @Test
  default void aRowKeepsWhatTheEventSaid() {
    Instant at = kit().ago(7).plusNanos(123_456_789);
    kit().applied(kit().event(PAGE, "a", at).weighing(9).by("ann").with("agent", "phone"));

    JournalRow row = kit().rows(PAGE).get(0);

    assertThat(row.amount()).isEqualTo(9);
    assertThat(row.actor()).isEqualTo("ann");
    assertThat(row.occurredAt()).isEqualTo(at.truncatedTo(ChronoUnit.MICROS));
  }

  @Test
  default void l4AnswersCarryTheValueRightAfterTheirOwnEventAndNotAfterOthersToo() {
    List<Outcome> outcomes =
        kit()
            .apply(
                List.of(
                    kit().event("a"),
                    kit().event(OTHER, "x", kit().ago(1)).weighing(50),
                    kit().event("b").weighing(10),
                    kit().event("c")));

    assertThat(outcomes).allMatch(one -> one.kind() == Kind.APPLIED);
    kit().assumeThatAnswersTellValues();
    assertThat(outcomes.stream().map(one -> kit().toldBy(one).orElseThrow()))
        .containsExactly(1L, 50L, 11L, 12L);
    assertThat(Objects.requireNonNull(outcomes.get(1).reading()).subject()).isEqualTo(OTHER);
  }

  @Test
  default void l2AKnownIdRepeatsItsFirstAnswerWhateverHappenedSince() {
    Event first = kit().event("a").weighing(10);
    long value = kit().applied(first);
    kit().applied(kit().event("b").weighing(5));

    kit().repeats(kit().apply(first), value);
    kit().repeats(kit().apply(first), value);
    assertThat(kit().value()).isEqualTo(15);
    assertThat(kit().kept(PAGE)).isEqualTo(2);
  }

  @Test
  default void l2AKnownIdWithSomethingElseIsRefused() {
    Event first = kit().event("a").by("ann");
    kit().applied(first);
    String before = kit().everythingOf(PAGE);

    rejected(kit().apply(first.weighing(2)), Rejection.OTHER_CHANGE_SAME_ID);
    rejected(kit().apply(first.by("bob")), Rejection.OTHER_CHANGE_SAME_ID);
    rejected(kit().apply(first.by(null)), Rejection.OTHER_CHANGE_SAME_ID);
    rejected(
        kit().apply(kit().event(PAGE, "a", kit().ago(2)).by("ann")),
        Rejection.OTHER_CHANGE_SAME_ID);
    assertThat(kit().everythingOf(PAGE)).isEqualTo(before);
  }

  @Test
  default void l2AnIdIsOneSubjectsAndOneCountersOwn() {
    EventKit second = kit(counter -> counter);
    kit().applied(kit().event("a"));
    kit().applied(kit().event(OTHER, "a", kit().ago(1)).weighing(2));
    second.applied(second.event("a").weighing(3));

    assertThat(kit().value()).isEqualTo(1);
    assertThat(kit().value(OTHER)).isEqualTo(2);
    assertThat(second.value()).isEqualTo(3);
  }

  @Test
  default void l2AnIdRepeatsWithinABatchAsAcrossTwo() {
    List<Outcome> outcomes =
        kit()
            .apply(
                List.of(
                    kit().event("a").weighing(5),
                    kit().event("a").weighing(5),
                    kit().event("a").weighing(6),
                    kit().event("b")));

    kit().applied(outcomes.get(0), 5);
    kit().repeats(outcomes.get(1), 5);
    rejected(outcomes.get(2), Rejection.OTHER_CHANGE_SAME_ID);
    kit().applied(outcomes.get(3), 6);
  }

  @Test
  default void aLateEventInsideTheRetentionIsApplied() {
    kit().applied(kit().event(PAGE, "now", kit().ago(0)));
    kit().seal();

    assertThat(kit().applied(kit().event(PAGE, "late", kit().ago(30)))).isEqualTo(2);
    assertThat(kit().applied(kit().event(PAGE, "later", kit().ago(45)))).isEqualTo(3);
  }

  @Test
  default void aBatchIsAppliedInOrderAndARefusalIsNoObstacle() {
    List<Outcome> outcomes =
        kit()
            .apply(
                List.of(
                    kit().event("a").weighing(0),
                    kit().event("a"),
                    kit().event(""),
                    kit().event(OTHER, "a", kit().ago(1)),
                    kit().event("b")));

    assertThat(outcomes.stream().map(Outcome::kind))
        .containsExactly(Kind.REJECTED, Kind.APPLIED, Kind.REJECTED, Kind.APPLIED, Kind.APPLIED);
    assertThat(kit().value()).isEqualTo(2);
    assertThat(kit().value(OTHER)).isEqualTo(1);
    kit().requireSound();
  }

  @Test
  default void aLargeBatchOfManySubjectsIsAppliedWhole() {
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < EventStore.BATCH_MAX; i++) {
      events.add(
          kit()
              .event(new Subject("s" + i % 170), "id-" + i, kit().ago(i % 40))
              .weighing(i % 7 + 1));
    }

    assertThat(kit().apply(events)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(kit().apply(events)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    kit().requireSound();
    events.add(kit().event("one too many"));
    assertThatThrownBy(() -> kit().apply(events)).isInstanceOf(BadRequestException.class);
  }

  @Test
  default void anEmptyBatchIsNoWork() {
    assertThat(kit().apply(List.of())).isEmpty();
  }

  @Test
  default void rowsAreGivenInPages() {
    for (int i = 1; i <= 7; i++) {
      kit().applied(kit().event("id-" + i));
    }

    List<JournalRow> page = kit().store().rows(kit().counter(), PAGE, 2, 3);

    assertThat(page.stream().map(JournalRow::sequence)).containsExactly(3L, 4L, 5L);
    assertThat(kit().store().rows(kit().counter(), PAGE, 7, 3)).isEmpty();
  }

  @Test
  default void aSpanOfTheEventsOwnTimeIsHalfOpen() {
    Instant from = kit().ago(30);
    kit().applied(kit().event(PAGE, "before", from.minusNanos(1_000)).weighing(1));
    kit().applied(kit().event(PAGE, "first", from).weighing(10));
    kit().applied(kit().event(PAGE, "last", from.plusSeconds(10).minusNanos(1_000)).weighing(100));
    kit().applied(kit().event(PAGE, "after", from.plusSeconds(10)).weighing(1_000));
    kit().applied(kit().event(OTHER, "other", from).weighing(10_000));

    String counter = kit().counter().name();
    assertThat(kit().events().between(counter, PAGE.key(), from, from.plusSeconds(10)))
        .isEqualTo(110);
    assertThat(kit().events().between(counter, "nobody", from, from.plusSeconds(10))).isZero();
    assertThatThrownBy(() -> kit().events().between(counter, PAGE.key(), from, from))
        .isInstanceOf(BadRequestException.class);
  }

  @Test
  default void l2TheAnswerThatWasLostIsTheAnswerOfTheRetry() {
    Optional<EventStore> losing = storeLosingAnswers();
    Assumptions.assumeTrue(losing.isPresent(), "lost answers are not observable here");
    kit().applied(kit().event("a"));
    Event event = kit().event("b").weighing(5);

    assertThat(kit().events(losing.get()).apply(event).kind()).isEqualTo(Kind.UNKNOWN);

    kit().repeats(kit().apply(event), 6);
    assertThat(kit().value()).isEqualTo(6);
    assertThat(kit().kept(PAGE)).isEqualTo(2);
  }

  @Test
  default void i4AnotherProcessReadsWhatWasAnsweredAtOnce() {
    EventStore another = anotherStore();
    Event event = kit().event("a").weighing(9);
    kit().applied(event);

    assertThat(kit().events(another).read(kit().counter().name(), PAGE.key()).value()).isEqualTo(9);
    kit().repeats(another.apply(kit().counter(), List.of(event)).get(0), 9);
  }

  @Test
  default void aCounterThatWasNeverEnabledIsRefused() {
    EventCounter unknown = EventCounter.of("kit.never-enabled", Duration.ofMinutes(1));

    assertThatThrownBy(
            () ->
                kit()
                    .store()
                    .apply(unknown, List.of(Event.of(unknown.name(), "s", "a", kit().ago(1)))))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("kit.never-enabled");
  }

  @Test
  default void enablingACounterAgainChangesNothing() {
    kit().applied(kit().event("a"));
    kit().apply(kit().event("a"));
    String before = kit().everythingOf(PAGE) + kit().refusals();

    kit().store().enable(kit().counter());

    assertThat(kit().everythingOf(PAGE) + kit().refusals()).isEqualTo(before);
  }
}
