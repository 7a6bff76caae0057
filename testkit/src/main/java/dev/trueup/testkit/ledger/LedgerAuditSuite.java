package dev.trueup.testkit.ledger;

import static dev.trueup.testkit.ledger.LedgerKit.OTHER;
import static dev.trueup.testkit.ledger.LedgerKit.SHELF;
import static dev.trueup.testkit.ledger.LedgerKit.applied;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.LedgerFault;
import dev.trueup.ledger.LedgerFault.Kind;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Release;
import dev.trueup.ledger.LedgerOperation.Reserve;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** An audit proves the promises on the stored data, and finds what was changed by hand. */
public interface LedgerAuditSuite extends LedgerSuite {
  @Test
  default void l3AnAuditOfManySubjectsLooksAtEachOnceAndFindsNothing() {
    for (int i = 0; i < 10; i++) {
      fill(kit(), new Subject("s" + i));
    }

    Set<Subject> seen = new HashSet<>();
    Subject after = null;
    while (true) {
      var page = kit().store().examine(kit().counter(), after, 3);
      if (page.isEmpty()) {
        break;
      }
      assertThat(page).hasSizeLessThanOrEqualTo(3).allMatch(one -> seen.add(one.subject()));
      after = page.get(page.size() - 1).subject();
    }

    assertThat(seen).hasSize(10);
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void i8AnAuditChangesNothing() {
    fill(kit(), SHELF);
    String before = kit().balance(SHELF) + " " + kit().entries(SHELF);

    kit().audit();

    assertThat(kit().balance(SHELF) + " " + kit().entries(SHELF)).isEqualTo(before);
  }

  @Test
  default void l3SumsThatPassThroughTheEndsOf64BitsAreExact() {
    for (int i = 0; i < 4; i++) {
      applied(kit().append("z" + i, Long.MAX_VALUE));
      applied(kit().append("a" + i, -Long.MAX_VALUE));
    }
    assertThat(kit().audit()).isEmpty();
  }

  @Test
  default void l3ABalanceRaisedByHandIsFound() {
    finds(Tampering.BALANCE_RAISED, Kind.NOT_THE_SUM);
  }

  @Test
  default void l3AnEntryChangedByHandIsFound() {
    finds(Tampering.ENTRY_CHANGED, Kind.NOT_THE_SUM, Kind.BROKEN_HISTORY);
  }

  @Test
  default void l2ALastEntryRemovedByHandIsFound() {
    finds(Tampering.LAST_ENTRY_REMOVED, Kind.ENTRIES_MISSING);
  }

  @Test
  default void l2AFirstEntryRemovedByHandIsFound() {
    finds(
        Tampering.FIRST_ENTRY_REMOVED, Kind.ENTRIES_MISSING, Kind.NOT_THE_SUM, Kind.BROKEN_HISTORY);
  }

  @Test
  default void l3AReservationChangedByHandIsFound() {
    finds(Tampering.RESERVATION_CHANGED, Kind.WRONGLY_RESERVED);
  }

  @Test
  default void l3ABalanceRemovedByHandIsFound() {
    finds(Tampering.BALANCE_REMOVED, Kind.BALANCE_MISSING);
  }

  private void finds(Tampering tampering, Kind... kinds) {
    fill(kit(), new Subject("before"));
    fill(kit(), SHELF);
    fill(kit(), OTHER);
    assertThat(kit().audit()).isEmpty();
    Assumptions.assumeTrue(
        tamper(kit(), SHELF, tampering), "the store does not let this be changed by hand");

    List<LedgerFault> faults = kit().audit();

    assertThat(faults.stream().map(LedgerFault::subject)).isNotEmpty().containsOnly(SHELF);
    assertThat(faults.stream().map(LedgerFault::kind)).contains(kinds);
    assertThat(faults)
        .allMatch(fault -> fault.message().contains(SHELF.key()))
        .allMatch(fault -> fault.message().contains(kit().counter().name()));
  }

  /** A history of every kind; it ends with an append, and a part of a reservation is open. */
  private static void fill(LedgerKit kit, Subject subject) {
    applied(kit.append(subject, "in", 50));
    applied(kit.apply(new Reserve(subject, "r", 20, kit.later())));
    applied(kit.apply(new Post(subject, "r", "p", 5L)));
    applied(kit.apply(new Reserve(subject, "r2", 3, kit.later())));
    applied(kit.apply(new Release(subject, "r2")));
    applied(kit.append(subject, "out", -10));
  }
}
