package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static dev.trueup.testkit.ledger.LedgerKit.rejected;
import static dev.trueup.testkit.ledger.LedgerKit.repeats;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.ledger.Balance;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.Reservation;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A part of a balance is promised, then taken, given back, or given back by time. */
public interface ReservationSuite extends LedgerSuite {
  @Test
  default void aReservationLowersWhatIsAvailableAndNotTheBalance() {
    applied(kit().append("in", 10));
    Entry entry = applied(kit().reserve("r", 7, kit().later()));

    assertThat(entry.after()).isEqualTo(new Balance(10, 7, 2));
    assertThat(entry.after().available()).isEqualTo(3);
    assertThat(entry.amount()).isZero();
    assertThat(entry.held()).isEqualTo(7);
    kit().holds(10, 7);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l1WhatIsReservedIsNotTakenBySomebodyElse() {
    applied(kit().append("in", 10));
    applied(kit().reserve("r", 7, kit().later()));

    rejected(kit().append("out", -4), Rejection.FLOOR);
    rejected(kit().reserve("r2", 4, kit().later()), Rejection.FLOOR);
    applied(kit().append("out", -3));
    kit().holds(7, 7);
  }

  @Test
  default void aWholePostTakesWhatWasPromised() {
    applied(kit().append("in", 10));
    applied(kit().reserve("r", 7, kit().later()));
    Entry posted = applied(kit().post("r", "p", null));

    assertThat(posted.amount()).isEqualTo(-7);
    assertThat(posted.after()).isEqualTo(new Balance(3, 0, 3));
    assertThat(kit().open("r")).isZero();
    rejected(kit().post("r", "p2", 1L), Rejection.RESERVATION_CLOSED);
    rejected(kit().release("r"), Rejection.RESERVATION_CLOSED);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void aPartIsPostedAndTheRestStaysPromised() {
    applied(kit().append("in", 10));
    applied(kit().reserve("r", 7, kit().later()));
    applied(kit().post("r", "p1", 2L));

    kit().holds(8, 5);
    assertThat(kit().open("r")).isEqualTo(5);
    rejected(kit().post("r", "p2", 6L), Rejection.MORE_THAN_RESERVED);
    applied(kit().post("r", "p2", 4L));
    applied(kit().post("r", "p3", null));
    kit().holds(3, 0);
  }

  @Test
  default void aReleaseGivesBackTheRestAndNoMore() {
    applied(kit().append("in", 100));
    applied(kit().reserve("order", 10, kit().later()));
    applied(kit().post("order", "invoice", 7L));
    Entry released = applied(kit().release("order"));

    assertThat(released.held()).isEqualTo(-3);
    assertThat(kit().balance(SHELF).available()).isEqualTo(93);
    kit().holds(93, 0);
    repeats(kit().release("order"), released);
    kit().holds(93, 0);
    rejected(kit().post("order", "late", 1L), Rejection.RESERVATION_CLOSED);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l2EachStepRepeatsItsFirstAnswer() {
    applied(kit().append("in", 10));
    Instant later = kit().later();
    Entry reserved = applied(kit().reserve("r", 7, later));
    Entry part = applied(kit().post("r", "p1", 2L));
    Entry rest = applied(kit().post("r", "p2", null));

    repeats(kit().reserve("r", 7, later), reserved);
    repeats(kit().post("r", "p1", 2L), part);
    repeats(kit().post("r", "p2", null), rest);
    kit().holds(3, 0);
    assertThat(kit().entries(SHELF)).hasSize(4);
  }

  @Test
  default void l2AKnownIdWithSomethingElseIsRefused() {
    applied(kit().append("in", 20));
    Instant later = kit().later();
    applied(kit().reserve("r", 7, later));
    applied(kit().reserve("r2", 7, later));
    applied(kit().post("r", "p", 2L));
    String before = kit().everythingOf(SHELF);

    rejected(kit().reserve("r", 8, later), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().reserve("r", 7, later.plusMillis(1)), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().post("r", "p", 3L), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().post("r2", "p", 2L), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().post("r", "p", null), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().append("p", -2), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().post("r", "in", 2L), Rejection.OTHER_OPERATION_SAME_ID);
    assertThat(kit().everythingOf(SHELF)).isEqualTo(before);
  }

  @Test
  default void aReservationAndAnEntryMayShareAnId() {
    applied(kit().append("order-1", 10));
    applied(kit().reserve("order-1", 7, kit().later()));
    applied(kit().release("order-1"));
    rejected(kit().post("order-1", "p", 7L), Rejection.RESERVATION_CLOSED);
    kit().holds(10, 0);
  }

  @Test
  default void aReservationThatIsNotThereIsNamed() {
    applied(kit().append("in", 10));

    rejected(kit().post("no", "p", 1L), Rejection.UNKNOWN_RESERVATION);
    rejected(kit().release("no"), Rejection.UNKNOWN_RESERVATION);
    rejected(kit().expire("no"), Rejection.UNKNOWN_RESERVATION);
    assertThat(kit().store().reservation(kit().counter(), SHELF, "no")).isEmpty();
    assertThat(kit().entries(SHELF)).hasSize(1);
  }

  @Test
  default void givingBackCannotPassTheCeiling() {
    LedgerKit quota = kit(new Bounds(0, 10));
    applied(quota.append("in", 10));
    applied(quota.reserve("r", 6, quota.later()));

    rejected(quota.append("more", 1), Rejection.CEILING);
    applied(quota.release("r"));
    quota.holds(10, 0);
  }

  @Test
  default void aReservationBeforeItsEndDoesNotExpire() {
    applied(kit().append("in", 10));
    applied(kit().reserve("r", 7, kit().later()));

    rejected(kit().expire("r"), Rejection.RESERVATION_NOT_DUE);
    assertThat(kit().store().due(kit().counter(), 10)).isEmpty();
    kit().holds(10, 7);
  }

  @Test
  default void aReservationPastItsEndIsGivenBackOnce() {
    applied(kit().append("in", 10));
    Instant end = kit().store().now().plusMillis(1_500);
    applied(kit().reserve("r", 7, end));
    applied(kit().post("r", "p", 2L));
    waitUntil(end);

    rejected(kit().post("r", "late", 1L), Rejection.RESERVATION_EXPIRED);
    assertThat(kit().store().due(kit().counter(), 10).stream().map(Reservation::id))
        .containsExactly("r");
    Entry expired = applied(kit().expire("r"));
    assertThat(expired.held()).isEqualTo(-5);
    repeats(kit().expire("r"), expired);
    rejected(kit().release("r"), Rejection.RESERVATION_EXPIRED);
    rejected(kit().post("r", "later", 1L), Rejection.RESERVATION_EXPIRED);
    assertThat(kit().store().due(kit().counter(), 10)).isEmpty();
    kit().holds(8, 0);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l2AReservationIsRepeatedAfterItsEndToo() {
    applied(kit().append("in", 10));
    Instant end = kit().store().now().plusMillis(1_500);
    Entry reserved = applied(kit().reserve("r", 7, end));
    waitUntil(end);

    repeats(kit().reserve("r", 7, end), reserved);
    applied(kit().expire("r"));
    repeats(kit().reserve("r", 7, end), reserved);
    kit().holds(10, 0);
  }

  @Test
  default void whatIsPastItsEndHoldsBackNothing() {
    applied(kit().append("in", 10));
    Instant end = kit().store().now().plusMillis(1_500);
    applied(kit().reserve("r1", 4, end));
    applied(kit().reserve("r2", 6, end));
    rejected(kit().append("out", -9), Rejection.FLOOR);
    waitUntil(end);

    Entry taken = applied(kit().append("out", -9));
    assertThat(taken.after().amount()).isEqualTo(1);
    rejected(kit().release("r1"), Rejection.RESERVATION_EXPIRED);
    kit().holds(1, 0);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void whatIsPostedWholeDoesNotExpire() {
    applied(kit().append("in", 10));
    Instant end = kit().store().now().plusMillis(1_500);
    applied(kit().reserve("r", 7, end));
    applied(kit().post("r", "p", null));
    waitUntil(end);

    assertThat(kit().store().due(kit().counter(), 10)).isEmpty();
    rejected(kit().expire("r"), Rejection.RESERVATION_CLOSED);
    kit().holds(3, 0);
  }
}
