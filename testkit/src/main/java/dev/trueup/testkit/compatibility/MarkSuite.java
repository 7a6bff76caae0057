package dev.trueup.testkit.compatibility;

import static dev.trueup.counter.Outcome.Kind.COVERED;
import static dev.trueup.testkit.compatibility.StoreKit.POST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Change;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.store.CounterStore;
import dev.trueup.store.Head;
import dev.trueup.store.Settlement;
import dev.trueup.testkit.compatibility.StoreKit.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a subject is marked for the next pass, and each condition under which a mark may go. */
public interface MarkSuite extends StoreSuite {
  @Test
  default void i4ACoveredChangeCountsNothingAndMarksItsSubject() {
    kit().install(POST, 100, kit().watermark(5, 5));
    Head before = kit().head(POST);
    assertThat(before.marked()).isFalse();
    Change change = kit().change("late", 9, 4, 4);

    assertThat(kit().accept(change)).isEqualTo(Outcome.covered());

    Head after = kit().head(POST);
    assertThat(after.marked()).isTrue();
    assertThat(after.mark()).isGreaterThan(before.mark());
    assertThat(after.version()).isEqualTo(before.version());
    assertThat(after.base()).isEqualTo(before.base());
    assertThat(kit().fast(POST)).isEqualTo(100);
    assertThat(kit().recordedIds(POST)).isEmpty();
    assertThat(kit().recorded(POST).covered()).containsExactly(change);
    assertThat(kit().isCandidate(POST)).isTrue();
  }

  @Test
  default void everyCoveredChangeRaisesTheMarkNumberAlsoOfAMarkedSubject() {
    kit().install(POST, 100, kit().watermark(5, 5));
    long version = kit().head(POST).version();
    long mark = kit().head(POST).mark();
    for (int i = 0; i < 5; i++) {
      kit().accept(kit().change("late", 9, 4, 4));
      assertThat(kit().head(POST).mark()).isGreaterThan(mark);
      mark = kit().head(POST).mark();
    }
    kit().store().mark(kit().counter(), List.of(POST));

    assertThat(kit().head(POST).mark()).isGreaterThan(mark);
    assertThat(kit().head(POST).version()).isEqualTo(version);
  }

  @Test
  default void insideIsTestedBeforeTheId() {
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().apply(kit().change("a", 1, 6, 6));

    assertThat(kit().accept(kit().change("a", 1, 4, 4))).isEqualTo(Outcome.covered());

    assertThat(kit().head(POST).marked()).isTrue();
    assertThat(kit().fast(POST)).isEqualTo(101);
  }

  @Test
  default void onlyTheNewestCoveredChangesAreKeptAndASettleDropsThem() {
    kit().install(POST, 100, kit().watermark(5, 5));
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < CounterStore.COVERED_KEPT_MAX + 20; i++) {
      changes.add(kit().change("late-" + i, 1, 4, 4));
      if (i % 10 == 9) {
        assertThat(kit().kindsOf(kit().accept(changes.subList(i - 9, i + 1))))
            .containsOnly(COVERED);
      }
    }

    List<Change> kept = kit().recorded(POST).covered();
    assertThat(kept).hasSizeLessThanOrEqualTo(CounterStore.COVERED_KEPT_MAX);
    assertThat(kept).containsAll(changes.subList(changes.size() - 50, changes.size()));

    kit().install(POST, 100, kit().watermark(6, 6));
    assertThat(kit().recorded(POST).covered()).isEmpty();
  }

  @Test
  default void aMarkIsSetOnKnownAndUnknownSubjects() {
    Subject unknown = new Subject("post-2");
    kit().install(POST, 100, kit().watermark(5, 5));

    kit().store().mark(kit().counter(), List.of(POST, unknown));

    assertThat(kit().everyCandidate(1)).containsExactlyInAnyOrder(POST, unknown);
    assertThat(kit().head(unknown).marked()).isTrue();
    assertThat(kit().head(unknown).base()).isNull();
    kit().install(unknown, 1, kit().watermark(5, 5));
    assertThat(kit().isCandidate(unknown)).isFalse();
  }

  @Test
  default void aMarkIsClearedWhenNothingCameBetweenAndDroppedEqualsJudged() {
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().accept(kit().change("late", 9, 4, 4));
    kit().apply(kit().change("a", 1, 6, 6), kit().change("outside", 1, 9, 9));

    kit().install(POST, 101, kit().watermark(8, 8));

    assertThat(kit().head(POST).marked()).isFalse();
    assertThat(kit().recordedIds(POST)).containsExactly("outside");
  }

  @Test
  default void i4AMarkSetSinceObservingStays() {
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().accept(kit().change("late", 9, 4, 4));
    Seen seen = kit().see(POST);
    kit().accept(kit().change("later", 9, 4, 4));

    settle(seen, kit().watermark(8, 8), Set.of(), Doubt.NONE, false);

    assertThat(kit().head(POST).marked()).isTrue();
    assertThat(kit().isCandidate(POST)).isTrue();
  }

  @Test
  default void i4AChangeThatWasDroppedButNotJudgedMarks() {
    kit().install(POST, 100, kit().watermark(5, 5));
    Seen seen = kit().see(POST);
    kit().apply(kit().change("judged", 1, 6, 6), kit().change("not judged", 1, 6, 6));

    settle(seen, kit().watermark(8, 8), Set.of("judged"), Doubt.NONE, false);

    assertThat(kit().head(POST).marked()).isTrue();
    assertThat(kit().recordedIds(POST)).isEmpty();
  }

  @Test
  default void i4DroppedAndJudgedAreComparedByIdsNotSums() {
    kit().install(POST, 100, kit().watermark(5, 5));
    Seen seen = kit().see(POST);
    kit().apply(kit().change("b", 1, 6, 6));

    settle(seen, kit().watermark(8, 8), Set.of("a"), Doubt.NONE, false);
    assertThat(kit().head(POST).marked()).isTrue();

    seen = kit().see(POST);
    kit().apply(kit().change("c", 3, 9, 9), kit().change("d", -3, 9, 9));

    settle(seen, kit().watermark(12, 12), Set.of(), Doubt.NONE, false);
    assertThat(kit().head(POST).marked()).isTrue();
  }

  @Test
  default void i4AChangeThatWasJudgedButIsGoneMarks() {
    kit().install(POST, 100, kit().watermark(5, 5));
    Seen seen = kit().see(POST);
    kit().apply(kit().change("a", 1, 6, 6));

    settle(seen, kit().watermark(8, 8), Set.of("a", "gone"), Doubt.NONE, false);

    assertThat(kit().head(POST).marked()).isTrue();
  }

  @Test
  default void i4AChangeInDoubtThatWasReadMarks() {
    kit().install(POST, 100, kit().watermark(5, 5));
    Seen seen = kit().see(POST);

    settle(seen, kit().watermark(8, 8), Set.of(), Doubt.NONE, true);

    assertThat(kit().head(POST).marked()).isTrue();
  }

  @Test
  default void i4AChangeInDoubtThatIsDroppedMarks() {
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().apply(kit().change("in doubt", 1, 6, 7));
    Doubt doubt = new Doubt(kit().window(7), kit().window(9));
    Seen seen = kit().see(POST);

    settle(seen, kit().watermark(8, 8), Set.of("in doubt"), doubt, false);

    assertThat(kit().head(POST).marked()).isTrue();
  }

  @Test
  default void aChangeBeforeTheDoubtfulIntervalMarksNothing() {
    kit().install(POST, 100, kit().watermark(5, 5));
    kit().apply(kit().change("sure", 1, 6, 6));
    Doubt doubt = new Doubt(kit().window(7), kit().window(9));
    Seen seen = kit().see(POST);

    settle(seen, kit().watermark(8, 8), Set.of("sure"), doubt, false);

    assertThat(kit().head(POST).marked()).isFalse();
  }

  @Test
  default void i4AFirstBaseIsMarkedOnTheSameConditions() {
    Seen seen = kit().see(POST);
    kit().apply(kit().change("a", 1, 1, 1));
    if (kit().headOrNull(POST) != null) {
      seen = kit().see(POST);
    }

    settle(seen, kit().watermark(8, 8), Set.of(), Doubt.NONE, false);

    assertThat(kit().head(POST).marked()).isTrue();
    assertThat(kit().recordedIds(POST)).isEmpty();
  }

  private void settle(
      Seen seen, Watermark watermark, Set<String> judged, Doubt doubt, boolean doubtSeen) {
    assertThat(
            kit()
                .settle(
                    new Settlement(
                        POST,
                        seen.version(),
                        seen.mark(),
                        100,
                        watermark,
                        judged,
                        doubt,
                        doubtSeen,
                        null)))
        .isEqualTo(Settlement.Result.INSTALLED);
  }
}
