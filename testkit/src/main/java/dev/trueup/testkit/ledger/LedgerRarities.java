package dev.trueup.testkit.ledger;

import dev.trueup.ledger.Entry;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Expire;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Release;
import dev.trueup.ledger.LedgerOperation.Reserve;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome;
import dev.trueup.ledger.LedgerOutcome.Kind;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import dev.trueup.testkit.simulation.EnumCounts;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells which rare interleaving an answer shows. */
record LedgerRarities(
    EnumCounts<LedgerRareEvent> rare,
    LedgerAuditor auditor,
    Set<LedgerOperation> refusedBefore,
    Set<LedgerOperation> unknown) {

  /**
   * @param known whether the answer was told before, to an earlier copy
   */
  void see(LedgerOperation operation, LedgerOutcome outcome, List<Entry> fresh, boolean known) {
    switch (outcome.kind()) {
      case APPLIED -> applied(operation, fresh);
      case DUPLICATE -> repeated(operation, known);
      case REJECTED -> {
        refused(operation, outcome.rejection());
        refusedBefore.add(operation);
      }
      case UNKNOWN -> unknown.add(operation);
    }
    if (outcome.kind() != Kind.UNKNOWN && known) {
      rare.met(LedgerRareEvent.LATE_COPY_AFTER_THE_ANSWER);
    }
  }

  private void applied(LedgerOperation operation, List<Entry> fresh) {
    if (unknown.contains(operation)) {
      rare.met(LedgerRareEvent.RETRY_HAD_TO_DO_IT);
    }
    if (refusedBefore.contains(operation)) {
      rare.met(LedgerRareEvent.REFUSED_THEN_ACCEPTED);
    }
    if (operation instanceof Expire) {
      rare.met(LedgerRareEvent.ENDED_BY_THE_SWEEP);
    } else if (fresh.stream().anyMatch(entry -> entry.kind() == Entry.Kind.EXPIRE)) {
      rare.met(LedgerRareEvent.FREED_BY_A_SHORTAGE);
    }
    if (operation instanceof Release release) {
      AuditedLedger.Promise promise =
          auditor.book(release.subject()).promise(release.reservation());
      if (promise != null && promise.posted) {
        rare.met(LedgerRareEvent.PART_POSTED_THEN_REST_GIVEN_BACK);
      }
    }
  }

  private void repeated(LedgerOperation operation, boolean known) {
    if (unknown.contains(operation) && !known) {
      rare.met(LedgerRareEvent.RETRY_FOUND_IT_DONE);
    }
    if (operation instanceof Transfer) {
      rare.met(LedgerRareEvent.TRANSFER_REPEATED);
    }
    if (operation instanceof Expire) {
      rare.met(LedgerRareEvent.TWO_SWEEPS_MET);
    }
    if (operation instanceof Reserve reserve
        && auditor.book(reserve.subject()).known(Entry.IdSpace.END, reserve.id()) != null) {
      rare.met(LedgerRareEvent.RESERVATION_REPEATED_AFTER_ITS_END);
    }
  }

  private void refused(LedgerOperation operation, @Nullable Rejection rejection) {
    if (rejection == null) {
      return;
    }
    boolean transfer = operation instanceof Transfer;
    switch (rejection) {
      case FLOOR -> rare.met(LedgerRareEvent.REFUSED_BY_THE_FLOOR);
      case CEILING ->
          rare.met(
              transfer
                  ? LedgerRareEvent.TRANSFER_REFUSED_BY_THE_RECEIVER
                  : LedgerRareEvent.REFUSED_BY_THE_CEILING);
      case OVERFLOW -> rare.met(LedgerRareEvent.REFUSED_AS_OVERFLOW);
      case OTHER_OPERATION_SAME_ID -> rare.met(LedgerRareEvent.SAME_ID_WITH_SOMETHING_ELSE);
      case MORE_THAN_RESERVED -> rare.met(LedgerRareEvent.MORE_POSTED_THAN_RESERVED);
      case RESERVATION_CLOSED -> {
        if (operation instanceof Expire) {
          rare.met(LedgerRareEvent.SWEEP_CAME_AFTER_A_POST_OR_RELEASE);
        }
      }
      case RESERVATION_EXPIRED -> {
        if (operation instanceof Post) {
          rare.met(LedgerRareEvent.POST_CAME_TOO_LATE);
        } else if (operation instanceof Release) {
          rare.met(LedgerRareEvent.RELEASE_CAME_AFTER_THE_END);
        }
      }
      default -> {}
    }
  }
}
