package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.OTHER;
import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static dev.trueup.testkit.ledger.LedgerKit.rejected;
import static dev.trueup.testkit.ledger.LedgerKit.repeats;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import org.junit.jupiter.api.Test;

/** From one subject to another: both or neither. */
public interface TransferSuite extends LedgerSuite {
  @Test
  default void aTransferIsAnEntryOnBothSides() {
    applied(kit().append("in", 10));
    LedgerOutcome outcome = kit().transfer(SHELF, OTHER, "t", 4);

    Entry taken = applied(outcome);
    assertThat(taken.amount()).isEqualTo(-4);
    assertThat(taken.reference()).isEqualTo(OTHER.key());
    assertThat(outcome.counterpart())
        .satisfies(
            given -> {
              assertThat(given.subject()).isEqualTo(OTHER);
              assertThat(given.amount()).isEqualTo(4);
              assertThat(given.after().amount()).isEqualTo(4);
            });
    kit().holds(SHELF, 6, 0);
    kit().holds(OTHER, 4, 0);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l2ARepeatedTransferAnswersBothSidesAgain() {
    applied(kit().append("in", 10));
    LedgerOutcome first = kit().transfer(SHELF, OTHER, "t", 4);
    applied(kit().append(OTHER, "x", 1));
    LedgerOutcome again = kit().transfer(SHELF, OTHER, "t", 4);

    repeats(again, applied(first));
    assertThat(again.counterpart()).isEqualTo(first.counterpart());
    kit().holds(SHELF, 6, 0);
    kit().holds(OTHER, 5, 0);
  }

  @Test
  default void aTransferThatOneSideRefusesIsOnNeither() {
    LedgerKit quota = kit(new Bounds(0, 10));
    applied(quota.append("in", 10));
    applied(quota.append(OTHER, "in", 8));

    rejected(quota.transfer(SHELF, OTHER, "t", 3), Rejection.CEILING);
    rejected(quota.transfer(OTHER, SHELF, "t", 1), Rejection.CEILING);
    quota.holds(SHELF, 10, 0);
    quota.holds(OTHER, 8, 0);
    applied(quota.append("out", -10));
    rejected(quota.transfer(SHELF, OTHER, "t", 1), Rejection.FLOOR);
    quota.holds(OTHER, 8, 0);
    assertThat(quota.entries(OTHER)).hasSize(1);
    assertThat(quota.audit()).isEmpty();
  }

  @Test
  default void l2AKnownIdOnEitherSideIsRefused() {
    applied(kit().append("a", 10));
    applied(kit().append(OTHER, "b", 10));
    applied(kit().transfer(SHELF, OTHER, "t", 4));
    Subject third = new Subject("shelf-3");

    rejected(kit().transfer(SHELF, OTHER, "a", 1), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().transfer(SHELF, OTHER, "b", 1), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().transfer(SHELF, OTHER, "t", 5), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().transfer(SHELF, third, "t", 4), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().transfer(OTHER, SHELF, "t", 4), Rejection.OTHER_OPERATION_SAME_ID);
    rejected(kit().append("t", -4), Rejection.OTHER_OPERATION_SAME_ID);
    kit().holds(SHELF, 6, 0);
    kit().holds(OTHER, 14, 0);
    kit().holds(third, 0, 0);
  }

  @Test
  default void aTransferDoesNotTakeWhatIsReserved() {
    applied(kit().append("in", 10));
    applied(kit().reserve("r", 8, kit().later()));

    rejected(kit().transfer(SHELF, OTHER, "t", 3), Rejection.FLOOR);
    applied(kit().transfer(SHELF, OTHER, "t", 2));
    kit().holds(SHELF, 8, 8);
  }

  @Test
  default void aTransferToItselfIsRefused() {
    applied(kit().append("in", 10));

    rejected(kit().transfer(SHELF, SHELF, "t", 4), Rejection.SAME_SUBJECT);
    kit().holds(10, 0);
  }
}
