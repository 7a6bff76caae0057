package dev.trueup.mongodb.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Events;
import dev.trueup.events.SealLimits;
import dev.trueup.events.StoredEvent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What happens between a sender's writes, or instead of them. */
class JournalInterleavingTest {
  private static final EventCounter VIEWS = EventCounter.of("page.views", Duration.ofMinutes(1));

  private static void die() {
    throw new UnavailableException("The sender died here.");
  }

  @Test
  void aLargeAmountLeavesRoomForSmallOnesSoThatNoSumLeaves64Bits() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      assertThat(scene.events.apply(scene.event("v-1").weighing(1L << 62)).kind())
          .isEqualTo(Kind.APPLIED);
      assertThat(scene.events.apply(scene.event("v-2").weighing(1L << 31)).rejection())
          .isEqualTo(Rejection.OVERFLOW);
      assertThat(scene.events.apply(scene.event("v-3").weighing((1L << 31) - 1)).kind())
          .isEqualTo(Kind.APPLIED);

      scene.settleAll();

      assertThat(scene.value()).isEqualTo((1L << 62) + (1L << 31) - 1);
      assertThat(scene.audit().drifted()).isZero();
    }
  }

  @Test
  void i4ASenderThatDiedBetweenJournalAndCounterIsHealedByTheNextSender() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      scene.send("v-1");
      scene.settleAll();
      Outcome lost = scene.countingAfter(JournalInterleavingTest::die).apply(scene.event("v-2"));
      assertThat(lost.kind()).isEqualTo(Kind.UNKNOWN);
      assertThat(scene.truth()).isEqualTo(2);
      assertThat(scene.value()).isEqualTo(1);

      assertThat(scene.send("v-2").kind()).isEqualTo(Kind.DUPLICATE);
      assertThat(scene.value()).isEqualTo(2);
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(2);
    }
  }

  @Test
  void i1ASenderThatDiedBetweenJournalAndCounterIsHealedByARecount() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      scene.send("v-1");
      scene.settleAll();
      Outcome lost = scene.countingAfter(JournalInterleavingTest::die).apply(scene.event("v-2"));
      assertThat(lost.kind()).isEqualTo(Kind.UNKNOWN);

      scene.settleAll();

      assertThat(scene.hasBase()).isTrue();
      assertThat(scene.value()).isEqualTo(2);
      assertThat(scene.send("v-2").kind()).isEqualTo(Kind.DUPLICATE);
      assertThat(scene.value()).isEqualTo(2);
    }
  }

  @Test
  void i3AnEventThatWasNotConfirmedCountsOnceWhenItIsSentAgain() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      Events dying = scene.letting("confirm", JournalInterleavingTest::die);
      assertThat(dying.apply(scene.event("v-1")).kind()).isEqualTo(Kind.UNKNOWN);
      assertThat(scene.truth()).isZero();

      assertThat(scene.send("v-1").kind()).isEqualTo(Kind.DUPLICATE);
      assertThat(scene.truth()).isEqualTo(1);
      assertThat(scene.value()).isEqualTo(1);
    }
  }

  @Test
  void i3OfTwoSendersOfOneEventOneSaysApplied() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      Events late =
          scene.letting(
              "insert", () -> assertThat(scene.send("v-1").kind()).isEqualTo(Kind.APPLIED));
      assertThat(late.apply(scene.event("v-1")).kind()).isEqualTo(Kind.DUPLICATE);
      assertThat(scene.value()).isEqualTo(1);
    }
  }

  @Test
  void i3ASenderThatSleptUntilItsEventWasSealedIsTooOldAndCountsNothing() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      Events sleeping =
          scene.letting(
              "insert",
              () -> {
                scene.send("v-1");
                scene.settleAll();
                scene.raiseLine();
                assertThat(scene.documents.seal(VIEWS, JournalScene.PAGE, below(scene)))
                    .isEqualTo(1);
                assertThat(scene.documentsLeft()).isZero();
              });

      Outcome outcome = sleeping.apply(scene.event("v-1"));

      assertThat(outcome.rejection()).isEqualTo(Rejection.TOO_OLD);
      assertThat(scene.truth()).isEqualTo(1);
      assertThat(scene.documentsLeft()).isZero();
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(1);
    }
  }

  @Test
  void i3WhatADeadSenderPutInBelowTheLineNeverCountsAndIsTakenOut() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      Events dying =
          scene.letting(
              "insert",
              () -> {
                scene.send("v-1");
                scene.settleAll();
                scene.raiseLine();
                scene.documents.seal(VIEWS, JournalScene.PAGE, below(scene));
              },
              "withdraw",
              JournalInterleavingTest::die);
      assertThat(dying.apply(scene.event("v-1")).kind()).isEqualTo(Kind.UNKNOWN);
      assertThat(scene.documentsLeft()).isEqualTo(1);
      assertThat(scene.truth()).isEqualTo(1);
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(1);

      scene.events.seal(VIEWS.name(), SealLimits.DEFAULT, pause -> {});

      assertThat(scene.documentsLeft()).isZero();
      assertThat(scene.truth()).isEqualTo(1);
      assertThat(scene.send("v-1").rejection()).isEqualTo(Rejection.TOO_OLD);
    }
  }

  @Test
  void aSealChangesNoReadingAndKeepsWhatIsNotInsideTheBaseYet() {
    try (JournalScene scene = new JournalScene(VIEWS)) {
      scene.send("v-1");
      scene.send("v-2");
      scene.settleAll();
      scene.send("v-3");
      scene.raiseLine();

      scene.events.seal(VIEWS.name(), SealLimits.DEFAULT, pause -> {});

      assertThat(scene.documentsLeft()).isEqualTo(1);
      assertThat(scene.truth()).isEqualTo(3);
      assertThat(scene.value()).isEqualTo(3);
      assertThat(scene.send("v-1").rejection()).isEqualTo(Rejection.TOO_OLD);
      // Still there, so it is known.
      assertThat(scene.send("v-3").kind()).isEqualTo(Kind.DUPLICATE);
      scene.settleAll();
      assertThat(scene.value()).isEqualTo(3);
      assertThat(scene.audit().drifted()).isZero();
    }
  }

  @Test
  void aSlotThatADeadSenderTookIsItsIdsWhenItComesAgain() {
    EventCounter once = VIEWS.withCap(new Cap(1, new CapInterval.Fixed(Duration.ofHours(1))));
    try (JournalScene scene = new JournalScene(once)) {
      Events dying = scene.letting("insert", JournalInterleavingTest::die);
      assertThat(dying.apply(scene.event("v-1").by("ann")).kind()).isEqualTo(Kind.UNKNOWN);
      assertThat(scene.events.apply(scene.event("v-2").by("ann")).rejection())
          .isEqualTo(Rejection.CAPPED);
      assertThat(scene.events.apply(scene.event("v-1").by("ann")).kind()).isEqualTo(Kind.APPLIED);
      assertThat(scene.value()).isEqualTo(1);
    }
  }

  @Test
  void twoSendersOfOneActorTakeOneSlot() {
    EventCounter once = VIEWS.withCap(new Cap(1, new CapInterval.Fixed(Duration.ofHours(1))));
    try (JournalScene scene = new JournalScene(once)) {
      Events late =
          scene.letting(
              "claim",
              () ->
                  assertThat(scene.events.apply(scene.event("v-1").by("ann")).kind())
                      .isEqualTo(Kind.APPLIED));
      assertThat(late.apply(scene.event("v-2").by("ann")).rejection()).isEqualTo(Rejection.CAPPED);
      assertThat(scene.truth()).isEqualTo(1);
    }
  }

  private static List<StoredEvent> below(JournalScene scene) {
    return scene.documents.below(VIEWS, scene.documents.line(VIEWS), null, 100);
  }
}
