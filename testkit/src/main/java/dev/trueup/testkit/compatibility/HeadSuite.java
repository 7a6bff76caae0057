package dev.trueup.testkit.compatibility;

import static dev.trueup.counter.Outcome.Kind.APPLIED;
import static dev.trueup.testkit.compatibility.StoreKit.POST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Progress;
import dev.trueup.store.Progress.Leg;
import dev.trueup.store.Progress.Sweep;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.compatibility.StoreKit.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Hold and release, forget, candidates, progress, enabling, several counters, several stores. */
public interface HeadSuite extends StoreSuite {
  @Test
  default void i9HoldAddsToTheBaseKeepsItsWatermarkAndHoldsTheSubject() {
    kit().install(POST, 100, kit().watermark(5, 6));
    kit().apply(kit().change("a", 1, 7, 7));
    Seen seen = kit().see(POST);

    assertThat(kit().store().hold(kit().counter(), POST, -30)).isTrue();

    Head head = kit().head(POST);
    assertThat(head.held()).isTrue();
    assertThat(head.version()).isNotEqualTo(seen.version());
    assertThat(Objects.requireNonNull(head.base()).watermark()).isEqualTo(kit().watermark(5, 6));
    assertThat(kit().fast(POST)).isEqualTo(71);
    assertThat(kit().accept(kit().change("b", 2, 7, 7))).isEqualTo(Outcome.applied());
    assertThat(kit().fast(POST)).isEqualTo(73);
  }

  @Test
  default void aHeldSubjectIsNotSettledUntilItIsReleasedAndThenMarked() {
    kit().install(POST, 100, kit().watermark(5, 6));
    Seen before = kit().see(POST);
    kit().store().hold(kit().counter(), POST, 1);
    String held = kit().everythingOf(POST);

    for (Seen seen : List.of(before, kit().see(POST))) {
      assertThat(kit().settle(kit().settlement(POST, seen, 9, kit().watermark(8, 8), Set.of())))
          .isEqualTo(Settlement.Result.HELD);
    }
    assertThat(kit().everythingOf(POST)).isEqualTo(held);

    Seen whileHeld = kit().see(POST);
    assertThat(kit().store().release(kit().counter(), POST)).isTrue();
    Head released = kit().head(POST);
    assertThat(released.held()).isFalse();
    assertThat(released.marked()).isTrue();
    assertThat(released.version()).isNotEqualTo(whileHeld.version());
    assertThat(kit().isCandidate(POST)).isTrue();
    assertThat(kit().settle(kit().settlement(POST, whileHeld, 9, kit().watermark(8, 8), Set.of())))
        .isEqualTo(Settlement.Result.RACE_LOST);
    kit().install(POST, 9, kit().watermark(8, 8));
  }

  @Test
  default void holdAndReleaseRefuseWhatTheyCannotDo() {
    Subject cellsOnly = new Subject("cells only");
    kit().apply(kit().change(cellsOnly, "a", 1, 1, 1));
    kit().install(POST, 100, kit().watermark(5, 5));

    assertThat(kit().store().hold(kit().counter(), new Subject("unknown"), 5)).isFalse();
    assertThat(kit().store().hold(kit().counter(), cellsOnly, 5)).isFalse();
    assertThat(kit().store().release(kit().counter(), new Subject("unknown"))).isFalse();
    assertThat(kit().store().release(kit().counter(), POST)).isFalse();
    assertThat(kit().head(POST).marked()).isFalse();
    assertThat(kit().store().hold(kit().counter(), POST, 5)).isTrue();
    String held = kit().everythingOf(POST);
    assertThat(kit().store().hold(kit().counter(), POST, 5)).isFalse();
    assertThat(kit().everythingOf(POST)).isEqualTo(held);
  }

  @Test
  default void aHoldThatWouldOverflowFailsAndWritesNothing() {
    kit().install(POST, Long.MAX_VALUE, kit().watermark(5, 5));
    String before = kit().everythingOf(POST);

    assertThatThrownBy(() -> kit().store().hold(kit().counter(), POST, 1))
        .isInstanceOf(RuntimeException.class);

    assertThat(kit().everythingOf(POST)).isEqualTo(before);
  }

  @Test
  default void forgettingRemovesAllAndRefusesChangesWhileTheTombstoneStands() {
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().apply(kit().change("a", 1, 7, 7));
    kit().accept(kit().change("late", 1, 1, 1));
    Seen before = kit().see(POST);
    Instant until = kit().store().now().plus(Duration.ofHours(2));

    kit().store().forget(kit().counter(), POST, until);

    assertThat(kit().stored(POST).cells()).isEmpty();
    assertThat(kit().recordedIds(POST)).isEmpty();
    assertThat(kit().recorded(POST).covered()).isEmpty();
    assertThat(kit().isCandidate(POST)).isFalse();
    Head tombstone = kit().head(POST);
    assertThat(tombstone.base()).isNull();
    assertThat(tombstone.forgottenUntil()).isEqualTo(until);
    for (Change change :
        List.of(
            kit().change("a", 1, 7, 7),
            kit().change("late", 1, 1, 1),
            kit().change("in the future", 1, 9_000, 9_000))) {
      assertThat(kit().accept(change).rejection()).isEqualTo(Rejection.FORGOTTEN);
    }
    for (Seen seen : List.of(before, kit().see(POST))) {
      assertThat(kit().settle(kit().settlement(POST, seen, 9, kit().watermark(8, 8), Set.of())))
          .isEqualTo(Settlement.Result.HELD);
    }
    assertThat(kit().stored(POST).cells()).isEmpty();
    assertThat(kit().isCandidate(POST)).isFalse();
  }

  @Test
  default void anUnknownSubjectCanBeForgotten() {
    kit().store().forget(kit().counter(), POST, kit().store().now().plus(Duration.ofHours(2)));

    assertThat(kit().accept(kit().change("a", 1, 7, 7)).rejection()).isEqualTo(Rejection.FORGOTTEN);
  }

  @Test
  default void afterTheTombstoneTheSubjectBeginsAgainAndOldSettlesLose() {
    kit().install(POST, 100, kit().watermark(5, 5));
    Seen before = kit().see(POST);

    kit().store().forget(kit().counter(), POST, kit().store().now().minusSeconds(60));

    assertThat(kit().settle(kit().settlement(POST, before, 9, kit().watermark(8, 8), Set.of())))
        .isEqualTo(Settlement.Result.RACE_LOST);
    kit().apply(kit().change("a", 1, 1, 1));
    kit().install(POST, 4, kit().watermark(2, 2));
    assertThat(kit().fast(POST)).isEqualTo(4);
  }

  @Test
  default void candidatesHaveCellsOrAMarkAndSubjectsHaveAHead() {
    for (int i = 0; i < 30; i++) {
      Subject subject = new Subject("s" + i);
      kit().install(subject, i, kit().watermark(2, 2));
      if (i % 3 == 0) {
        kit().apply(kit().change(subject, "a", 1, 5, 5));
      }
      if (i % 5 == 0) {
        kit().accept(kit().change(subject, "late", 1, 1, 1));
      }
    }

    assertThat(kit().everySubject(4)).hasSize(30);
    List<Subject> candidates = kit().everyCandidate(4);
    assertThat(candidates).hasSize(14);
    for (Subject candidate : candidates) {
      int number = Integer.parseInt(candidate.key().substring(1));
      assertThat(number % 3 == 0 || number % 5 == 0).isTrue();
    }
    assertThat(kit().store().candidates(kit().counter(), null, 3)).hasSize(3);
    assertThat(kit().everyCandidate(14)).hasSize(14);
    assertThat(kit().everyCandidate(1)).isEqualTo(candidates);
  }

  @Test
  default void progressIsNoneAtFirstAndThenWhatWasSavedLast() {
    assertThat(kit().store().progress(kit().counter())).isEqualTo(Progress.NONE);
    Progress full =
        new Progress(
            kit().watermark(3, 5),
            new Sweep(Leg.STORE, new Subject("a '\u00e4 "), kit().window(4), 1L << 40, "r-1"),
            kit().window(2));
    List<Progress> steps =
        List.of(
            full,
            new Progress(
                null, new Sweep(Leg.SOURCE, null, kit().window(4), 0, null), kit().window(2)),
            new Progress(kit().watermark(3, 5), null, null),
            full,
            Progress.NONE);

    for (Progress step : steps) {
      kit().store().saveProgress(kit().counter(), step);
      assertThat(kit().store().progress(kit().counter())).isEqualTo(step);
      assertThat(anotherStore().progress(kit().counter())).isEqualTo(step);
    }
  }

  @Test
  default void aCounterIsAcceptedFromItsFirstEnablingOn() {
    Counter other =
        new Counter(
            CounterStoreCompatibility.newCounterName(),
            new Windows(Duration.ofSeconds(1)),
            Duration.ofSeconds(2),
            true);
    Instant before = kit().store().now();
    kit().store().enable(other);
    Instant since = kit().store().acceptingSince(other);

    kit().store().enable(other);
    anotherStore().enable(other);

    assertThat(since).isBetween(before.minusSeconds(1), kit().store().now().plusSeconds(1));
    assertThat(kit().store().acceptingSince(other)).isEqualTo(since);
    assertThat(anotherStore().acceptingSince(other)).isEqualTo(since);
  }

  @Test
  default void countersDoNotTouchEachOther() {
    StoreKit other =
        new StoreKit(kit().store(), kit().repairLog(), CounterStoreCompatibility.newCounterName());
    kit().install(POST, 100, kit().watermark(1, 1));
    kit().apply(kit().change("a", 1, 5, 5));

    assertThat(other.headOrNull(POST)).isNull();
    assertThat(other.everyCandidate(5)).isEmpty();
    assertThat(other.everySubject(5)).isEmpty();
    assertThat(other.accept(other.change("a", 7, 5, 5)).kind()).isEqualTo(APPLIED);
    other.install(POST, 200, other.watermark(9, 9));
    other.store().forget(other.counter(), POST, other.store().now().plusSeconds(3_600));
    other.store().saveProgress(other.counter(), new Progress(null, null, other.window(1)));

    assertThat(kit().fast(POST)).isEqualTo(101);
    assertThat(kit().store().progress(kit().counter())).isEqualTo(Progress.NONE);
  }

  @Test
  default void whatOneStoreWroteAnotherReadsAndDeduplicates() {
    CounterStore other = anotherStore();
    Change change = kit().change("a", 5, 6, 6);
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().apply(change);

    assertThat(other.accept(kit().counter(), List.of(change), false))
        .containsExactly(Outcome.duplicate());
    assertThat(other.accept(kit().counter(), List.of(kit().change("late", 1, 1, 1)), false))
        .containsExactly(Outcome.covered());
    assertThat(other.read(kit().counter(), List.of(POST)).get(POST)).isEqualTo(kit().stored(POST));
    assertThat(kit().head(POST).marked()).isTrue();
    assertThat(other.hold(kit().counter(), POST, 1)).isTrue();
    assertThat(kit().fast(POST)).isEqualTo(106);
  }
}
