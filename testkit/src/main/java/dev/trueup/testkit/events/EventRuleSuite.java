package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.OTHER;
import static dev.trueup.testkit.events.EventKit.PAGE;
import static dev.trueup.testkit.events.EventKit.rejected;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.events.EventStore;
import dev.trueup.events.Exclusion;
import dev.trueup.events.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What counts as one is declared; each refusal has its reason and is counted. */
public interface EventRuleSuite extends EventSuite {
  /** A cap of so many for each ten seconds. */
  static Cap tenSeconds(long most) {
    return new Cap(most, new CapInterval.Fixed(Duration.ofSeconds(10)));
  }

  @Test
  default void oncePerIdTheFirstEventOfAnIdCountsWhateverTheOthersSay() {
    EventKit sessions = kit(counter -> counter.withCounts(Counts.ONCE_PER_ID));
    assertThat(sessions.applied(sessions.event("session").by("ann"))).isEqualTo(1);

    sessions.repeats(sessions.apply(sessions.event("session").weighing(7)), 1);
    sessions.repeats(
        sessions.apply(sessions.event(PAGE, "session", sessions.ago(20)).by("bob")), 1);
    assertThat(sessions.value()).isEqualTo(1);
    assertThat(sessions.refused(Refusal.DUPLICATE)).isEqualTo(2);
    assertThat(sessions.refused(Refusal.OTHER_CHANGE_SAME_ID)).isZero();
  }

  @Test
  default void anEventThatMeetsAnExclusionDoesNotCountAndLeavesNoTally() {
    EventKit views =
        kit(
            counter ->
                counter.withExclusions(
                    List.of(
                        new Exclusion.Is("agent", Set.of("bot", "crawler")),
                        new Exclusion.SameAs("actor", "owner"),
                        new Exclusion.Missing("consent"))));
    Event person = views.event("a").by("ann").with("owner", "bob").with("consent", "yes");

    rejected(views.apply(person.with("agent", "bot")), Rejection.FILTERED);
    rejected(views.apply(person.with("agent", "crawler")), Rejection.FILTERED);
    rejected(views.apply(person.by("bob")), Rejection.FILTERED);
    rejected(views.apply(views.event("a").by("ann")), Rejection.FILTERED);
    views.requireUntouched(PAGE);
    assertThat(views.applied(person.with("agent", "Bot"))).isEqualTo(1);
    assertThat(views.refused(Refusal.FILTERED)).isEqualTo(4);
  }

  @Test
  default void aKnownIdIsADuplicateThoughItWouldBeLeftOutToday() {
    kit().applied(kit().event("a").with("agent", "bot"));
    var stricter =
        kit().counter().withExclusions(List.of(new Exclusion.Is("agent", Set.of("bot"))));

    List<Outcome> outcomes =
        kit()
            .store()
            .apply(
                stricter,
                List.of(
                    kit().event("a").with("agent", "bot"), kit().event("b").with("agent", "bot")));

    kit().repeats(outcomes.get(0), 1);
    rejected(outcomes.get(1), Rejection.FILTERED);
  }

  @Test
  default void l1AnActorCountsNoMoreThanTheCapInEachIntervalOfTheEventsOwnTime() {
    EventKit views = kit(counter -> counter.withCap(tenSeconds(2)));
    Instant from = views.counter().sealableBefore(views.ago(0)).plusSeconds(20);

    views.applied(views.event(PAGE, "a", from).by("ann"));
    views.applied(views.event(PAGE, "b", from.plusSeconds(9)).by("ann"));
    rejected(
        views.apply(views.event(PAGE, "c", from.plusNanos(9_999_999_000L)).by("ann")),
        Rejection.CAPPED);
    assertThat(views.applied(views.event(PAGE, "d", from.plusSeconds(10)).by("ann"))).isEqualTo(3);
    views.applied(views.event(PAGE, "e", from.minusNanos(1_000)).by("ann"));
    views.applied(views.event(PAGE, "f", from).by("bob"));
    views.applied(views.event(OTHER, "g", from).by("ann"));

    assertThat(views.value()).isEqualTo(5);
    assertThat(views.refused(Refusal.CAPPED)).isEqualTo(1);
    views.requireSound();
  }

  @Test
  default void l1TheCapHoldsWithinOneBatchAndARepeatedEventIsNoSecondOne() {
    EventKit views = kit(counter -> counter.withCap(tenSeconds(1)));
    Instant from = views.counter().sealableBefore(views.ago(0)).plusSeconds(20);
    Event first = views.event(PAGE, "a", from).by("ann");

    List<Outcome> outcomes =
        views.apply(
            List.of(
                first,
                first,
                views.event(PAGE, "b", from.plusSeconds(1)).by("ann"),
                views.event(PAGE, "c", from.plusSeconds(1)).by("bob")));

    kit().applied(outcomes.get(0), 1);
    kit().repeats(outcomes.get(1), 1);
    rejected(outcomes.get(2), Rejection.CAPPED);
    kit().applied(outcomes.get(3), 2);
    views.repeats(views.apply(first), 1);
  }

  @Test
  default void aCappedCounterAsksForAnActor() {
    EventKit views = kit(counter -> counter.withCap(tenSeconds(1)));

    rejected(views.apply(views.event("a")), Rejection.NO_ACTOR);
    assertThat(views.value()).isZero();
    assertThat(views.refused(Refusal.NO_ACTOR)).isEqualTo(1);
  }

  @Test
  default void everyRefusalIsCountedByItsReasonAndReadByEveryProcess() {
    EventKit views =
        kit(
            counter ->
                counter
                    .withCap(tenSeconds(1))
                    .withExclusions(List.of(new Exclusion.Is("agent", Set.of("bot")))));
    Instant from = views.counter().sealableBefore(views.ago(0)).plusSeconds(20);
    views.seal();
    Event first = views.event(PAGE, "a", from).by("ann");
    views.applied(first);

    views.apply(
        List.of(
            first,
            first,
            first.weighing(2),
            views.event(PAGE, "b", from).by("ann"),
            views.event(PAGE, "c", from),
            views.event(PAGE, "d", from).by("ann").with("agent", "bot"),
            views.event(PAGE, "e", views.old(1)).by("ann")));

    EventStore another = anotherStore();
    assertThat(another.refusals(views.counter()).get(Refusal.DUPLICATE)).isEqualTo(2);
    for (Refusal refusal :
        List.of(
            Refusal.OTHER_CHANGE_SAME_ID,
            Refusal.CAPPED,
            Refusal.NO_ACTOR,
            Refusal.FILTERED,
            Refusal.TOO_OLD)) {
      assertThat(another.refusals(views.counter()).get(refusal)).as("%s", refusal).isEqualTo(1);
    }
    assertThat(views.refused(Refusal.OVERFLOW)).isZero();
    assertThat(kit().refused(Refusal.DUPLICATE)).isZero();
  }
}
