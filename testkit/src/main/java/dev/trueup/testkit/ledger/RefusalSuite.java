package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.OTHER;
import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static dev.trueup.testkit.ledger.LedgerKit.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.error.BadRequestException;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerCounter;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Floor, ceiling, overflow and bad input: refused by name, and without a trace. */
public interface RefusalSuite extends LedgerSuite {
  @Test
  default void l1NothingIsTakenBelowTheFloor() {
    applied(kit().append("in", 10));

    rejected(kit().append("out", -11), Rejection.FLOOR);
    applied(kit().append("out", -10));
    rejected(kit().append("one more", -1), Rejection.FLOOR);
    kit().holds(0, 0);
  }

  @Test
  default void l1AFloorBelowZeroIsACredit() {
    LedgerKit credit = kit(new Bounds(-5, Long.MAX_VALUE));

    applied(credit.append("a", -5));
    rejected(credit.append("b", -1), Rejection.FLOOR);
    credit.holds(-5, 0);
  }

  @Test
  default void l1NothingIsAddedAboveTheCeiling() {
    LedgerKit quota = kit(new Bounds(0, 10));

    rejected(quota.append("a", 11), Rejection.CEILING);
    applied(quota.append("a", 10));
    rejected(quota.append("b", 1), Rejection.CEILING);
    applied(quota.append("c", -1));
    applied(quota.append("b", 1));
    quota.holds(10, 0);
  }

  @Test
  default void aRefusalIsNotRememberedAndMayBeTriedAgain() {
    rejected(kit().append("out", -3), Rejection.FLOOR);
    assertThat(kit().entries(SHELF)).isEmpty();
    rejected(kit().append("out", -3), Rejection.FLOOR);
    applied(kit().append("in", 3));

    applied(kit().append("out", -3));
    kit().holds(0, 0);
  }

  @Test
  default void aRefusalLeavesItsIdToAnyAmount() {
    rejected(kit().append("out", -3), Rejection.FLOOR);
    applied(kit().append("in", 2));

    applied(kit().append("out", -2));
  }

  @Test
  default void aSubjectThatWasOnlyRefusedIsNotThere() {
    rejected(kit().append("out", -3), Rejection.FLOOR);
    rejected(kit().transfer(SHELF, OTHER, "t", 3), Rejection.FLOOR);

    assertThat(kit().store().balances(kit().counter(), List.of(SHELF, OTHER))).isEmpty();
    assertThat(kit().store().examine(kit().counter(), null, 10)).isEmpty();
  }

  @Test
  default void aSumThatDoesNotFit64BitsIsRefused() {
    LedgerKit open = kit(Bounds.NONE);
    applied(open.append("a", Long.MAX_VALUE));

    rejected(open.append("b", 1), Rejection.OVERFLOW);
    rejected(open.append("c", Long.MAX_VALUE), Rejection.OVERFLOW);
    open.holds(Long.MAX_VALUE, 0);
    applied(open.append("d", -Long.MAX_VALUE));
    applied(open.append("e", -Long.MAX_VALUE));
    rejected(open.append("f", -2), Rejection.OVERFLOW);
    applied(open.append("g", -1));
    open.holds(Long.MIN_VALUE, 0);
    assertThat(open.audit()).isEmpty();
  }

  @Test
  default void whatIsReservedInAllFits64BitsToo() {
    LedgerKit open = kit(Bounds.NONE);
    applied(open.append("a", Long.MAX_VALUE));
    applied(open.reserve("r1", Long.MAX_VALUE, open.later()));

    rejected(open.reserve("r2", 1, open.later()), Rejection.OVERFLOW);
    open.holds(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(open.audit()).isEmpty();
  }

  @Test
  default void amountsBeyondFiftyThreeBitsStayExact() {
    long odd = (1L << 53) + 1;
    applied(kit().append("a", odd));
    applied(kit().append("b", odd));

    kit().holds(2 * odd, 0);
    rejected(kit().append("c", -2 * odd - 1), Rejection.FLOOR);
    applied(kit().append("c", -2 * odd));
  }

  @Test
  default void aBadAmountIsRefused() {
    applied(kit().append("in", 10));
    String before = kit().everythingOf(SHELF);

    rejected(kit().append("a", 0), Rejection.INVALID_AMOUNT);
    rejected(kit().append("a", Long.MIN_VALUE), Rejection.INVALID_AMOUNT);
    rejected(kit().reserve("a", 0, kit().later()), Rejection.INVALID_AMOUNT);
    rejected(kit().reserve("a", -1, kit().later()), Rejection.INVALID_AMOUNT);
    rejected(kit().transfer(SHELF, OTHER, "a", 0), Rejection.INVALID_AMOUNT);
    rejected(kit().transfer(SHELF, OTHER, "a", -1), Rejection.INVALID_AMOUNT);
    rejected(kit().post("a", "a", 0L), Rejection.INVALID_AMOUNT);
    assertThat(kit().everythingOf(SHELF)).isEqualTo(before);
  }

  @Test
  default void aBadIdIsRefused() {
    String tooLong = "\u00e4".repeat(129);
    for (String id : List.of("", "a\0b", tooLong, "half \ud83d")) {
      rejected(kit().append(id, 1), Rejection.INVALID_ID);
      rejected(kit().reserve(id, 1, kit().later()), Rejection.INVALID_ID);
      rejected(kit().release(id), Rejection.INVALID_ID);
      rejected(kit().post(id, "a", 1L), Rejection.INVALID_ID);
      rejected(kit().transfer(SHELF, OTHER, id, 1), Rejection.INVALID_ID);
    }
    assertThat(kit().store().examine(kit().counter(), null, 10)).isEmpty();
  }

  @Test
  default void aReservationEndsAfterNowAndNotTooFarAhead() {
    applied(kit().append("in", 10));
    Instant now = kit().store().now();
    Duration most = kit().counter().reservationMax();

    rejected(kit().reserve("r", 1, now), Rejection.IN_THE_PAST);
    rejected(kit().reserve("r", 1, Instant.MIN), Rejection.IN_THE_PAST);
    rejected(kit().reserve("r", 1, now.plus(most).plusSeconds(600)), Rejection.IN_THE_FUTURE);
    rejected(kit().reserve("r", 1, Instant.MAX), Rejection.IN_THE_FUTURE);
    kit().holds(10, 0);
    applied(kit().reserve("r", 1, now.plus(most)));
  }

  @Test
  default void newBoundsHoldForEveryBalance() {
    applied(kit().append("in", 10));
    kit().store().enable(new LedgerCounter(kit().counter().name(), new Bounds(-3, 12)));

    rejected(kit().append("a", 3), Rejection.CEILING);
    applied(kit().append("b", 2));
    applied(kit().append("c", -15));
    rejected(kit().append("d", -1), Rejection.FLOOR);
    rejected(kit().append(OTHER, "e", 13), Rejection.CEILING);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void boundsThatABalanceIsPastAreRefusedAndTheOldOnesStay() {
    applied(kit().append("in", 10));
    applied(kit().reserve("r", 9, kit().later()));
    String name = kit().counter().name();

    assertThatThrownBy(() -> kit().store().enable(new LedgerCounter(name, new Bounds(0, 9))))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining(name);
    applied(kit().append("a", 1));
    applied(kit().append("b", -2));
    rejected(kit().append("c", -1), Rejection.FLOOR);
    kit().holds(9, 9);
  }
}
