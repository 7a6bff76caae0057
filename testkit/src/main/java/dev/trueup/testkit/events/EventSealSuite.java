package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.OTHER;
import static dev.trueup.testkit.events.EventKit.PAGE;
import static dev.trueup.testkit.events.EventKit.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventTally;
import dev.trueup.events.JournalRow;
import dev.trueup.events.Refusal;
import dev.trueup.events.SealReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Old parts become a sum and a number on record; below the seal nothing is taken. */
public interface EventSealSuite extends EventSuite {
  @Test
  default void l3SealedEventsBecomeASumAndANumberAndTheValueStays() {
    kit().applied(kit().event(PAGE, "old-1", kit().old(20)).weighing(5));
    kit().applied(kit().event(PAGE, "new", kit().ago(5)).weighing(100));
    kit().applied(kit().event(PAGE, "old-2", kit().old(10)).weighing(-2));
    kit().applied(kit().event(OTHER, "old-1", kit().old(15)).weighing(7));

    assertThat(kit().seal()).isEqualTo(new SealReport(3, 1, true));

    assertThat(kit().value()).isEqualTo(103);
    assertThat(kit().sealed(PAGE)).isEqualTo(3);
    assertThat(kit().kept(PAGE)).isEqualTo(1);
    assertThat(kit().sealed(OTHER)).isEqualTo(7);
    assertThat(kit().kept(OTHER)).isZero();
    kit().requireSound();
  }

  @Test
  default void l3ATallyKeepsWhatWasAddedAndTakenBackOfTheSealedPartToo() {
    kit().applied(kit().event(PAGE, "old-1", kit().old(20)).weighing(5));
    kit().applied(kit().event(PAGE, "new", kit().ago(5)).weighing(100));
    kit().applied(kit().event(PAGE, "old-2", kit().old(10)).weighing(-2));
    kit().seal();

    EventTally tally = kit().tally(PAGE);

    assertThat(tally.value()).isEqualTo(103);
    assertThat(tally.events()).isEqualTo(3);
    assertThat(tally.sealed()).isEqualTo(new EventTally.Sealed(5, 2, 2));
    assertThat(tally.sealed().value()).isEqualTo(3);
    assertThat(tally.sealedBefore()).isAfterOrEqualTo(kit().old(0));
    assertThat(kit().rows(PAGE).stream().map(JournalRow::id)).containsExactly("new");
  }

  @Test
  default void l2ASealedEventThatIsSentAgainIsTooOldAndCountsNoMore() {
    Event event = kit().event(PAGE, "old", kit().old(10));
    kit().applied(event);
    kit().repeats(kit().apply(event), 1);
    kit().seal();
    String before = kit().everythingOf(PAGE);

    rejected(kit().apply(event), Rejection.TOO_OLD);
    rejected(kit().apply(kit().event(PAGE, "another", kit().old(3))), Rejection.TOO_OLD);
    assertThat(kit().everythingOf(PAGE)).isEqualTo(before);
    assertThat(kit().refused(Refusal.TOO_OLD)).isEqualTo(2);
    assertThat(kit().value()).isEqualTo(1);
  }

  @Test
  default void belowTheSealNothingIsTakenOfSubjectsThatHadNothingToSealEither() {
    kit().seal();

    rejected(kit().apply(kit().event(PAGE, "a", kit().old(1))), Rejection.TOO_OLD);
    kit().requireUntouched(PAGE);
    assertThat(kit().applied(kit().event(PAGE, "b", kit().ago(30)))).isEqualTo(1);
  }

  @Test
  default void aboveTheSealALateEventIsAppliedHoweverOldItIs() {
    assertThat(kit().applied(kit().event(PAGE, "a", kit().old(100_000)))).isEqualTo(1);
    kit().seal();
    assertThat(kit().sealed(PAGE)).isEqualTo(1);
    assertThat(kit().kept(PAGE)).isZero();
  }

  @Test
  default void sealingGoesInBoundedStepsTheOldestFirstAndGoesOnWhereItStopped() {
    for (int i = 1; i <= 5; i++) {
      kit().applied(kit().event(PAGE, "old-" + i, kit().old(i)).weighing(i));
    }
    kit().applied(kit().event(PAGE, "new", kit().ago(5)).weighing(50));

    assertThat(kit().seal(2, 1)).isEqualTo(new SealReport(2, 1, false));

    assertThat(kit().sealed(PAGE)).isEqualTo(9);
    assertThat(kit().kept(PAGE)).isEqualTo(4);
    assertThat(kit().value()).isEqualTo(65);
    kit().requireSound();
    rejected(kit().apply(kit().event(PAGE, "old-5", kit().old(5)).weighing(5)), Rejection.TOO_OLD);
    kit().repeats(kit().apply(kit().event(PAGE, "old-1", kit().old(1)).weighing(1)), 1);
    rejected(kit().apply(kit().event(PAGE, "fresh", kit().old(1))), Rejection.TOO_OLD);

    assertThat(kit().seal(2, 10)).isEqualTo(new SealReport(3, 2, true));
    assertThat(kit().sealed(PAGE)).isEqualTo(15);
    assertThat(kit().value()).isEqualTo(65);
    assertThat(kit().kept(PAGE)).isEqualTo(1);
    assertThat(kit().seal(2, 10)).isEqualTo(new SealReport(0, 1, true));
    kit().requireSound();
  }

  @Test
  default void oneStepSealsManySubjects() {
    for (int i = 0; i < 30; i++) {
      kit().applied(kit().event(new Subject("s" + i), "old", kit().old(10 + i)));
    }

    assertThat(kit().seal(30, 3).rows()).isEqualTo(30);
    kit().requireSound();
    assertThat(kit().sealed(new Subject("s7"))).isEqualTo(1);
  }

  @Test
  default void aSpanThatIsSealedInPartIsNotCounted() {
    kit().applied(kit().event(PAGE, "old", kit().old(10)));
    String counter = kit().counter().name();
    assertThat(kit().events().between(counter, PAGE.key(), kit().old(10), kit().ago(0)))
        .isEqualTo(1);
    kit().seal();

    assertThatThrownBy(
            () -> kit().events().between(counter, PAGE.key(), kit().old(10), kit().ago(0)))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("sealed");
    assertThat(kit().events().between(counter, PAGE.key(), kit().ago(30), kit().ago(0))).isZero();
  }

  @Test
  default void l1AnIntervalOfTheCapIsSealedWholeOrNotAtAll() {
    Duration hour = Duration.ofHours(1);
    EventKit views = kit(counter -> counter.withCap(new Cap(1, new CapInterval.Fixed(hour))));
    Instant line = views.counter().sealableBefore(views.ago(0));
    assertThat(line).isEqualTo(new CapInterval.Fixed(hour).spanOf(line).from());
    Event sealed = views.event(PAGE, "a", line.minusSeconds(1)).by("ann");
    Event kept = views.event(PAGE, "b", line.plusNanos(1_000)).by("ann");
    views.applied(sealed);
    views.applied(kept);

    long rows = views.seal().rows();
    Outcome inside = views.apply(views.event(PAGE, "d", line.plusSeconds(2)).by("ann"));

    rejected(
        views.apply(views.event(PAGE, "c", line.minusSeconds(2)).by("ann")), Rejection.TOO_OLD);
    // Should the hour have ended meanwhile, it is sealed as a whole.
    boolean open = views.counter().sealableBefore(views.store().now()).equals(line);
    if (open) {
      assertThat(rows).isEqualTo(1);
      rejected(inside, Rejection.CAPPED);
    }
    assertThat(views.value()).isEqualTo(2);
  }

  @Test
  default void l1WithALongerIntervalDeclaredLaterWhatWasSealedOfItIsNotForgotten() {
    kit().applied(kit().event(PAGE, "a", kit().old(10)).by("ann"));
    kit().seal();
    var longer = kit().counter().withCap(new Cap(1, new CapInterval.Fixed(Duration.ofDays(366))));

    rejected(
        kit().store().apply(longer, List.of(kit().event(PAGE, "b", kit().ago(5)).by("ann"))).get(0),
        Rejection.TOO_OLD);
    assertThat(kit().value()).isEqualTo(1);
  }

  @Test
  default void theLineNeverFalls() {
    kit().seal();
    var longer =
        new EventCounter(
            kit().counter().name(),
            Duration.ofDays(30),
            kit().counter().counts(),
            List.of(),
            null,
            Duration.ZERO);
    kit().store().seal(longer, 10);

    rejected(kit().apply(kit().event(PAGE, "a", kit().old(1))), Rejection.TOO_OLD);
  }

  @Test
  default void sumsOfAnyPartsFit64BitsInWhateverOrderTheyAreSealed() {
    kit().assumeExactSums();
    long half = Long.MAX_VALUE / 2;
    kit().applied(kit().event(PAGE, "a", kit().old(30)).weighing(half));
    kit().applied(kit().event(PAGE, "b", kit().old(10)).weighing(-Long.MAX_VALUE));
    kit().applied(kit().event(PAGE, "c", kit().old(20)).weighing(half));

    for (int step = 1; step <= 3; step++) {
      assertThat(kit().seal(1, 1).rows()).isEqualTo(1);
      assertThat(kit().value()).isEqualTo(2 * half - Long.MAX_VALUE);
      kit().requireSound();
    }
  }
}
