package dev.trueup.testkit.compatibility;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.counter.Outcome.Kind.DUPLICATE;
import static dev.trueup.counter.Outcome.Kind.REJECTED;
import static dev.trueup.testkit.compatibility.StoreKit.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.store.CounterStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** {@link CounterStore#accept}: outcomes, identity, stamps, overflow, readings. */
public interface AcceptSuite extends StoreSuite {
  @Test
  default void i4AnAppliedChangeIsInItsCellAndOnRecord() {
    Change change = kit().change("a", 5, 1, 2);

    assertThat(kit().accept(change)).isEqualTo(Outcome.applied());

    assertThat(kit().stored(POST).cells())
        .isEqualTo(Map.of(new Cell(kit().window(1), kit().window(2)), 5L));
    assertThat(kit().recorded(POST).changes()).containsExactly(change);
    assertThat(kit().isCandidate(POST)).isTrue();
  }

  @Test
  default void i4ChangesOfOneCellAddUpAndOtherCellsStandBesideIt() {
    kit().apply(kit().change("a", 5, 1, 2), kit().change("b", -7, 1, 2));
    kit().apply(kit().change("c", 1, 2, 2), kit().change("d", 2, 1, 3), kit().change("e", 1, 1, 2));

    assertThat(kit().stored(POST).cells())
        .isEqualTo(
            Map.of(
                new Cell(kit().window(1), kit().window(2)), -1L,
                new Cell(kit().window(2), kit().window(2)), 1L,
                new Cell(kit().window(1), kit().window(3)), 2L));
    assertThat(kit().recordedIds(POST)).containsExactly("a", "b", "c", "d", "e");
  }

  @Test
  default void i3TheSameChangeInALaterBatchIsADuplicate() {
    Change change = kit().change("a", 5, 1, 1);
    kit().apply(change);
    String before = kit().everythingOf(POST);

    assertThat(kit().accept(change)).isEqualTo(Outcome.duplicate());

    assertThat(kit().everythingOf(POST)).isEqualTo(before);
  }

  @Test
  default void i3TheSameChangeTwiceInOneBatchCountsOnce() {
    Change a = kit().change("a", 5, 1, 1);
    Change b = kit().change("b", 1, 1, 1);

    assertThat(kit().kindsOf(kit().accept(List.of(a, b, a, a, b))))
        .containsExactly(APPLIED, APPLIED, DUPLICATE, DUPLICATE, DUPLICATE);

    assertThat(kit().stored(POST).cells().values()).containsExactly(6L);
  }

  @Test
  default void i3AKnownIdWithAnotherWindowAmountOrFactIsRejectedAndTheFirstStays() {
    Change first = kit().change("a", 5, 1, 1);
    kit().apply(first);
    String before = kit().everythingOf(POST);
    List<Change> others =
        List.of(
            kit().change("a", 6, 1, 1),
            kit().change("a", -5, 1, 1),
            kit().change("a", 5, 1, 2),
            kit().change("a", 5, 2, 1),
            new Change(first.counter(), POST, 5, "other", "a", first.occurredAt(), first.factAt()),
            new Change(
                first.counter(),
                POST,
                5,
                first.fact(),
                "a",
                first.occurredAt().plusNanos(1_000),
                first.factAt()),
            new Change(
                first.counter(),
                POST,
                5,
                first.fact(),
                "a",
                first.occurredAt(),
                first.factAt().minusNanos(1_000)));

    for (Change other : others) {
      Outcome outcome = kit().accept(other);
      assertThat(outcome.kind()).as("%s", other).isEqualTo(REJECTED);
      assertThat(outcome.rejection()).isEqualTo(Rejection.OTHER_CHANGE_SAME_ID);
      assertThat(outcome.message()).contains("a");
    }
    assertThat(kit().kindsOf(kit().accept(others))).containsOnly(REJECTED);
    assertThat(kit().everythingOf(POST)).isEqualTo(before);
    assertThat(kit().accept(first)).isEqualTo(Outcome.duplicate());
  }

  @Test
  default void i3OneIdWithTwoAmountsInOneBatchCountsOnce() {
    List<Outcome> outcomes =
        kit().accept(List.of(kit().change("a", 5, 1, 1), kit().change("a", 7, 1, 1)));

    assertThat(kit().kindsOf(outcomes)).containsExactlyInAnyOrder(APPLIED, REJECTED);
    assertThat(kit().stored(POST).cells().values())
        .containsExactly(outcomes.get(0).kind() == APPLIED ? 5L : 7L);
  }

  @Test
  default void i3TheSameIdOfAnotherSubjectIsAnotherChange() {
    Subject other = new Subject("post-2");

    kit().apply(kit().change("a", 5, 1, 1), kit().change(other, "a", 7, 2, 2));

    assertThat(kit().stored(POST).cells().values()).containsExactly(5L);
    assertThat(kit().stored(other).cells().values()).containsExactly(7L);
  }

  @Test
  default void outcomesStandInTheOrderOfTheChanges() {
    Subject z = new Subject("z");
    Subject m = new Subject("m");
    Change known = kit().change(m, "known", 1, 1, 1);
    kit().apply(known);
    kit().install(z, 10, kit().watermark(5, 5));

    List<Outcome> outcomes =
        kit()
            .accept(
                List.of(
                    kit().change(z, "y", 1, 2, 2),
                    kit().change(m, "x", 1, 1, 1),
                    known,
                    kit().change(z, "b", 1, 9, 9),
                    kit().change(m, "known", 2, 1, 1),
                    kit().change(new Subject("a"), "y", 1, 2, 2),
                    kit().change(z, "a", 1, 2, 2)));

    assertThat(kit().kindsOf(outcomes))
        .containsExactly(COVERED, APPLIED, DUPLICATE, APPLIED, REJECTED, APPLIED, COVERED);
  }

  @Test
  default void noChangesGiveNoOutcomes() {
    assertThat(kit().accept(List.of())).isEmpty();
    assertThat(kit().store().read(kit().counter(), List.of())).isEmpty();
    assertThat(kit().store().heads(kit().counter(), List.of())).isEmpty();
    assertThat(kit().store().examine(kit().counter(), List.of())).isEmpty();
    assertThat(kit().store().settle(kit().counter(), List.of())).isEmpty();
  }

  @Test
  default void theLargestBatchIsTakenWhole() {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < CounterStore.BATCH_MAX; i++) {
      changes.add(kit().change(new Subject("s" + i % 10), "id-" + i, i + 1, i % 3, i % 5));
    }

    assertThat(kit().kindsOf(kit().accept(changes))).containsOnly(APPLIED);
    assertThat(kit().kindsOf(kit().accept(changes))).containsOnly(DUPLICATE);

    long sum = 0;
    for (Subject subject : kit().everySubjectOrCandidate()) {
      sum += kit().stored(subject).cells().values().stream().mapToLong(Long::longValue).sum();
    }
    assertThat(sum).isEqualTo(500_500);
  }

  @Test
  default void aBatchPastTheLimitIsRefusedWhole() {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i <= CounterStore.BATCH_MAX; i++) {
      changes.add(kit().change("id-" + i, 1, 1, 1));
    }

    assertThatThrownBy(() -> kit().accept(changes)).isInstanceOf(BadRequestException.class);

    assertThat(kit().stored(POST).cells()).isEmpty();
  }

  @Test
  default void aStampTooFarInTheFutureIsRejectedAndNothingIsWritten() {
    Duration tooFar = StoreKit.SETTLE.plus(Duration.ofMinutes(5));
    Instant future = kit().store().now().plus(tooFar);
    Instant now = kit().window(1);
    Change event = new Change(kit().counter().name(), POST, 1, "f", "event", future, now);
    Change fact = new Change(kit().counter().name(), POST, 1, "f", "fact", now, future);

    for (Outcome outcome : kit().accept(List.of(event, fact))) {
      assertThat(outcome.kind()).isEqualTo(REJECTED);
      assertThat(outcome.rejection()).isEqualTo(Rejection.IN_THE_FUTURE);
    }

    assertThat(kit().stored(POST).cells()).isEmpty();
    assertThat(kit().recordedIds(POST)).isEmpty();
    assertThat(kit().isCandidate(POST)).isFalse();
  }

  @Test
  default void aStampWithinTheSettleTimeAheadIsTaken() {
    Instant ahead = kit().store().now().plus(StoreKit.SETTLE.minusMinutes(5));

    kit().apply(new Change(kit().counter().name(), POST, 1, "f", "a", ahead, ahead));
  }

  @Test
  default void theFutureIsTestedBeforeInside() {
    kit().install(POST, 1, kit().watermark(10_000, 10_000));

    Outcome outcome = kit().accept(kit().change("a", 1, 9_000, 9_000));

    assertThat(outcome.rejection()).isEqualTo(Rejection.IN_THE_FUTURE);
    assertThat(kit().head(POST).marked()).isFalse();
  }

  @Test
  default void theFactOfANullStampIsBeforeEveryWatermark() {
    Instant now = kit().window(7);
    Change change = new Change(kit().counter().name(), POST, 3, "f", "a", now, Windows.BEFORE_ALL);

    kit().apply(change);

    assertThat(kit().stored(POST).cells())
        .isEqualTo(Map.of(new Cell(Windows.BEFORE_ALL, kit().window(7)), 3L));
    assertThat(kit().recorded(POST).changes()).containsExactly(change);
    assertThat(kit().accept(change)).isEqualTo(Outcome.duplicate());
    kit().install(POST, 100, kit().watermark(1, 7));
    assertThat(kit().fast(POST)).isEqualTo(103);
    kit().install(POST, 103, kit().watermark(1, 8));
    assertThat(kit().accept(change)).isEqualTo(Outcome.covered());
  }

  @Test
  default void aFactMayBeStampedAfterItsEvent() {
    kit().install(POST, 100, kit().watermark(5, 9));
    Change late = kit().change("fact outside, event inside", 1, 6, 2);
    Change early = kit().change("fact inside, event outside", 2, 2, 9);
    Change both = kit().change("both outside", 4, 5, 9);

    kit().apply(late, early, both);

    assertThat(kit().fast(POST)).isEqualTo(107);
    assertThat(kit().accept(kit().change("both inside", 8, 4, 8))).isEqualTo(Outcome.covered());
    assertThat(kit().fast(POST)).isEqualTo(107);
  }

  @Test
  default void anOverflowingCellRejectsTheChangeAndNothingIsWritten() {
    Subject low = new Subject("low");
    kit().apply(kit().change("a", Long.MAX_VALUE, 1, 1));
    kit().apply(kit().change(low, "a", Long.MIN_VALUE, 1, 1));
    String before = kit().everythingOf(POST) + kit().everythingOf(low);

    for (Outcome outcome :
        kit().accept(List.of(kit().change("b", 1, 1, 1), kit().change(low, "b", -1, 1, 1)))) {
      assertThat(outcome.kind()).isEqualTo(REJECTED);
      assertThat(outcome.rejection()).isEqualTo(Rejection.OVERFLOW);
    }

    assertThat(kit().everythingOf(POST) + kit().everythingOf(low)).isEqualTo(before);
  }

  @Test
  default void anOverflowSpoilsNoOtherChangeOfItsBatchAndItsIdStaysFree() {
    Subject other = new Subject("post-2");
    kit().apply(kit().change("a", Long.MAX_VALUE, 1, 1));
    Change overflowing = kit().change("b", 1, 1, 1);

    List<Outcome> outcomes =
        kit()
            .accept(
                List.of(
                    kit().change(other, "z", 1, 1, 1), overflowing, kit().change("c", -9, 1, 1)));

    assertThat(kit().kindsOf(outcomes)).containsExactly(APPLIED, REJECTED, APPLIED);
    assertThat(kit().accept(overflowing)).isEqualTo(Outcome.applied());
    assertThat(kit().stored(POST).cells().values()).containsExactly(Long.MAX_VALUE - 8);
  }

  @Test
  default void aChangeWhoseReadingWouldOverflowIsRejectedWhenTheReadingIsAskedFor() {
    kit().assumeReadings();
    kit().install(POST, Long.MAX_VALUE, kit().watermark(5, 5));
    String before = kit().everythingOf(POST);

    Outcome outcome =
        kit().store().accept(kit().counter(), List.of(kit().change("a", 1, 6, 6)), true).get(0);

    assertThat(outcome.rejection()).isEqualTo(Rejection.OVERFLOW);
    assertThat(kit().everythingOf(POST)).isEqualTo(before);
  }

  @Test
  default void theReadingIsTheOneRightAfterThisVeryChange() {
    kit().assumeReadings();
    kit().install(POST, 100, kit().watermark(5, 5));
    List<Change> changes =
        List.of(
            kit().change("c", 1, 6, 6),
            kit().change("a", 2, 2, 7),
            kit().change("covered", 64, 2, 2),
            kit().change("d", 4, 6, 6),
            kit().change("a", 2, 2, 7),
            kit().change("b", 8, 7, 2));

    List<Outcome> outcomes = kit().store().accept(kit().counter(), changes, true);

    List<Integer> applied = new ArrayList<>();
    for (int i = 0; i < changes.size(); i++) {
      assertThat(outcomes.get(i).reading() != null).isEqualTo(outcomes.get(i).kind() == APPLIED);
      if (outcomes.get(i).kind() == APPLIED) {
        applied.add(i);
      }
    }
    assertThat(applied).hasSize(4);
    // A store may apply a batch in an order of its own; whatever it is, each reading has to be
    // the one before it plus its own amount.
    applied.sort(Comparator.comparing(i -> valueOf(outcomes.get(i))));
    long value = 100;
    for (int i : applied) {
      value += changes.get(i).amount();
      Reading reading = Objects.requireNonNull(outcomes.get(i).reading());
      assertThat(reading.value()).as("after %s", changes.get(i).id()).isEqualTo(value);
      assertThat(reading.mode()).isEqualTo(Reading.Mode.FAST);
      assertThat(reading.subject()).isEqualTo(POST);
      assertThat(reading.counter()).isEqualTo(kit().counter().name());
      assertThat(reading.watermark()).isEqualTo(kit().watermark(5, 5));
    }
    assertThat(kit().fast(POST)).isEqualTo(115);
  }

  private static long valueOf(Outcome outcome) {
    return Objects.requireNonNull(outcome.reading()).value();
  }

  @Test
  default void withoutABaseThereIsNoReadingAndUnaskedThereIsNone() {
    Change first = kit().change("a", 1, 6, 6);
    assertThat(kit().store().accept(kit().counter(), List.of(first), true))
        .containsExactly(Outcome.applied());

    kit().install(POST, 100, kit().watermark(5, 5));

    assertThat(kit().accept(kit().change("b", 1, 6, 6))).isEqualTo(Outcome.applied());
  }

  @Test
  default void i5ALostAnswerIsNoAnswerAndTheRetryIsADuplicate() {
    Optional<CounterStore> losing = storeLosingAnswers();
    assumeThat(losing).as("lost answers: not observable here").isPresent();
    Change change = kit().change("a", 5, 1, 1);

    assertThatThrownBy(() -> losing.orElseThrow().accept(kit().counter(), List.of(change), false))
        .isInstanceOf(AnswerLostException.class);

    assertThat(kit().accept(change)).isEqualTo(Outcome.duplicate());
    assertThat(kit().stored(POST).cells().values()).containsExactly(5L);
  }
}
