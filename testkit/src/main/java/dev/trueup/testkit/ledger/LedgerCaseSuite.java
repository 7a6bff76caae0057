package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static dev.trueup.testkit.ledger.LedgerKit.rejected;
import static dev.trueup.testkit.ledger.LedgerKit.repeats;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.ledger.LedgerStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Field cases about quota, stock, reservations and retries, each with its right value. The numbers
 * are those of the cases.
 */
public interface LedgerCaseSuite extends LedgerSuite {
  /** A charge that a lagging replica has not seen yet: nothing here is counted from a replica. */
  @Test
  default void case4AQuotaIsItsChargesWhateverALaggingCopySays() {
    LedgerStore lagging = anotherStore();
    applied(kit().append("o1", 2));
    var seen = lagging.balances(kit().counter(), List.of(SHELF));
    applied(kit().append("o2", 4));

    assertThat(seen.get(SHELF)).isNotNull();
    assertThat(kit().audit()).isEmpty();
    kit().holds(6, 0);
  }

  @Test
  default void case26ARetryAfterATimeoutCountsOnce() {
    Entry first = applied(kit().append("o1", 1));
    repeats(kit().append("o1", 1), first);
    applied(kit().append("o2", 1));
    kit().holds(2, 0);
  }

  @Test
  default void case28AnEventDeliveredThreeTimesCountsOnce() {
    List<LedgerOperation> deliveries = new ArrayList<>();
    for (String id : List.of("e1", "e1", "e1", "e2")) {
      deliveries.add(new Append(SHELF, id, 1));
    }
    Collections.shuffle(deliveries, new Random(28));
    deliveries.forEach(one -> kit().apply(one));
    assertThat(kit().apply(deliveries)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    kit().holds(2, 0);
  }

  @Test
  default void case35TotalsBeyond32BitsStayExact() {
    Subject signed = new Subject("P");
    Subject unsigned = new Subject("Q");
    applied(kit().append(signed, "base", 2_147_483_640L));
    applied(kit().append(unsigned, "base", 4_294_967_290L));
    applied(kit().append(signed, "o1", 10));
    applied(kit().append(unsigned, "o2", 10));
    kit().holds(signed, 2_147_483_650L, 0);
    kit().holds(unsigned, 4_294_967_300L, 0);
  }

  /** Cancelling what was not invoiced gives back that part, not the whole order. */
  @Test
  default void case44CancellingAPartlyInvoicedOrderGivesBackTheRestOnly() {
    applied(kit().append("base", 100));
    applied(kit().reserve("order", 10, kit().later()));
    applied(kit().post("order", "invoice", 7L));
    Entry cancelled = applied(kit().release("order"));

    repeats(kit().release("order"), cancelled);
    kit().holds(93, 0);
    assertThat(kit().balance(SHELF).available()).isEqualTo(93);
  }

  /** Two checkouts that both saw the stock: the second is refused, and stays so when repeated. */
  @Test
  default void case46TwoCheckoutsDoNotShareTheStock() {
    applied(kit().append("base", 12));
    LedgerStore second = anotherStore();
    assertThat(kit().balance(SHELF).available()).isEqualTo(12);
    assertThat(second.balances(kit().counter(), List.of(SHELF))).hasSize(1);

    Entry taken = applied(kit().append("o1", -12));
    LedgerOutcome late = second.apply(kit().counter(), List.of(new Append(SHELF, "o2", -2))).get(0);

    rejected(late, Rejection.FLOOR);
    repeats(kit().append("o1", -12), taken);
    rejected(kit().append("o2", -2), Rejection.FLOOR);
    kit().holds(0, 0);
  }

  /** One upload adds to every folder above it: in one transaction, in one order of locks. */
  @Test
  default void case48AnUploadAddsToAllItsFoldersOrToNone() {
    LedgerKit folders = kit(new Bounds(0, 1_000));
    List<LedgerOperation> first =
        List.of(new Append(new Subject("/x"), "o1", 5), new Append(new Subject("/"), "o1", 5));
    List<LedgerOperation> second =
        List.of(
            new Append(new Subject("/x/y"), "o2", 7),
            new Append(new Subject("/x"), "o2", 7),
            new Append(new Subject("/"), "o2", 7));

    assertThat(folders.apply(first)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(folders.apply(second)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(folders.apply(second)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    folders.holds(new Subject("/"), 12, 0);
    folders.holds(new Subject("/x"), 12, 0);
    folders.holds(new Subject("/x/y"), 7, 0);
  }

  /** Merging two balances moves what one has; a late retry for the old one is still known. */
  @Test
  default void case24MergingTwoBalancesLosesNothing() {
    Subject group = new Subject("G");
    Subject into = new Subject("H");
    applied(kit().append(group, "base", 5));
    applied(kit().append(into, "base", 3));
    Entry buffered = applied(kit().append(group, "o1", 2));
    applied(kit().transfer(group, into, "merge", kit().balance(group).amount()));

    repeats(kit().append(group, "o1", 2), buffered);
    kit().holds(group, 0, 0);
    kit().holds(into, 10, 0);
  }
}
