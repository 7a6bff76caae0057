package dev.trueup.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Doubt;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Watermark;
import dev.trueup.counter.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SettlementTest {
  private static final Instant T = Instant.parse("2030-01-01T00:10:00Z");
  private static final Watermark MARK = new Watermark(T.minusSeconds(30), T);
  private static final Counter COUNTER =
      new Counter(
          "post.comments", new Windows(Duration.ofSeconds(10)), Duration.ofSeconds(30), false);
  private static final Doubt DOUBT = new Doubt(T.minusSeconds(30), T.plusSeconds(11));

  private static Settlement settlement(@Nullable Long version, long mark, String... judged) {
    return new Settlement(
        new Subject("42"), version, mark, 7, MARK, Set.of(judged), DOUBT, false, null);
  }

  private static Head head(Head.@Nullable Base base, long version, boolean held) {
    return new Head(base, version, 0, false, held, null);
  }

  private static Change change(String id, int secondsBeforeT) {
    return Change.added("post.comments", "42").fact(id).id(id).at(T.minusSeconds(secondsBeforeT));
  }

  @Test
  void i6AStaleReconcilerCannotInstall() {
    Head now = head(new Head.Base(3, MARK, T), 8, false);
    assertThat(settlement(7L, 0).permittedOver(now, T, T)).isEqualTo(Settlement.Result.RACE_LOST);
    assertThat(settlement(null, 0).permittedOver(now, T, T)).isEqualTo(Settlement.Result.RACE_LOST);
    assertThat(settlement(7L, 0).permittedOver(null, T, T)).isEqualTo(Settlement.Result.RACE_LOST);
    assertThat(settlement(8L, 0).permittedOver(now, T, T)).isEqualTo(Settlement.Result.INSTALLED);
  }

  @Test
  void i6AWatermarkIsNeverLoweredNotEvenAtTheRightVersion() {
    Watermark higher = new Watermark(T, T.plusSeconds(30));
    Head now = head(new Head.Base(3, higher, T), 8, false);
    assertThat(settlement(8L, 0).permittedOver(now, T, T)).isEqualTo(Settlement.Result.RACE_LOST);
  }

  @Test
  void aFirstBaseWaitsUntilTheStoreHasAcceptedEveryChangeForLongEnough() {
    Instant since = MARK.factsBefore();
    assertThat(settlement(null, 0).permittedOver(null, since, T))
        .isEqualTo(Settlement.Result.INSTALLED);
    assertThat(settlement(null, 0).permittedOver(null, since.plusNanos(1000), T))
        .isEqualTo(Settlement.Result.TOO_EARLY);
  }

  @Test
  void aHeldOrForgottenSubjectTakesNoBase() {
    assertThat(settlement(8L, 0).permittedOver(head(null, 8, true), T, T))
        .isEqualTo(Settlement.Result.HELD);
    Head forgotten = new Head(null, 8, 0, false, false, T.plusSeconds(1));
    assertThat(settlement(8L, 0).permittedOver(forgotten, T, T)).isEqualTo(Settlement.Result.HELD);
    assertThat(settlement(8L, 0).permittedOver(forgotten, MARK.factsBefore(), T.plusSeconds(1)))
        .isEqualTo(Settlement.Result.TOO_EARLY);
  }

  @Test
  void i4TheMarkIsClearedOnlyIfWhatIsDroppedIsWhatWasJudged() {
    Change one = change("one", 60);
    Change other = change("other", 70);
    assertThat(settlement(8L, 0, "one").leavesMarked(COUNTER, List.of(one), 0)).isFalse();
    assertThat(settlement(8L, 0, "one").leavesMarked(COUNTER, List.of(), 0)).isTrue();
    assertThat(settlement(8L, 0, "one").leavesMarked(COUNTER, List.of(one, other), 0)).isTrue();
    assertThat(settlement(8L, 0, "one").leavesMarked(COUNTER, List.of(other), 0)).isTrue();
  }

  @Test
  void i4AMarkRaisedSinceTheObservationStays() {
    assertThat(settlement(8L, 0).leavesMarked(COUNTER, List.of(), 1)).isTrue();
  }

  @Test
  void aChangeInDoubtLeavesTheSubjectMarked() {
    Change doubtful =
        Change.removed("post.comments", "42")
            .fact("f")
            .id("d")
            .factAt(T.minusSeconds(600))
            .at(T.minusSeconds(5));
    assertThat(settlement(8L, 0, "d").leavesMarked(COUNTER, List.of(doubtful), 0)).isTrue();
  }

  @Test
  void aFirstBaseAfterAForgettingReachesPastTheTimeWhenChangesWereRefused() {
    Head tombstone = new Head(null, 8, 0, false, false, MARK.factsBefore().plusNanos(1000));
    assertThat(settlement(8L, 0).permittedOver(tombstone, Instant.EPOCH, T))
        .isEqualTo(Settlement.Result.TOO_EARLY);
    Head passed = new Head(null, 8, 0, false, false, MARK.factsBefore());
    assertThat(settlement(8L, 0).permittedOver(passed, Instant.EPOCH, T))
        .isEqualTo(Settlement.Result.INSTALLED);
  }

  @Test
  void aReadingThatFitsIsGivenWhateverItPassesThrough() {
    Cell up = new Cell(T, T);
    Cell down = new Cell(T, T.plusSeconds(10));
    Head now = head(new Head.Base(Long.MAX_VALUE, MARK, T), 8, false);
    assertThat(new StoredSubject(now, Map.of(up, 5L, down, -5L)).fastValue())
        .isEqualTo(Long.MAX_VALUE);
  }
}
