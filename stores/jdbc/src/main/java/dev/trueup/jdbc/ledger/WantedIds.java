package dev.trueup.jdbc.ledger;

import dev.trueup.jdbc.managed.IdsBySubject;
import dev.trueup.ledger.LedgerOperation;
import java.util.List;

/** The ids that a batch of operations needs to look up, by subject. */
final class WantedIds {
  private WantedIds() {}

  /** Ids of the operations, and of the ends of the reservations that they need. */
  static IdsBySubject ofEntries(List<LedgerOperation> operations) {
    IdsBySubject wanted = ofReservations(operations);
    for (LedgerOperation operation : operations) {
      operation.subjects().forEach(subject -> wanted.add(subject, operation.id()));
    }
    return wanted;
  }

  /** Ids of the reservations that the operations need. */
  static IdsBySubject ofReservations(List<LedgerOperation> operations) {
    IdsBySubject wanted = new IdsBySubject();
    for (LedgerOperation operation : operations) {
      String reservation = operation.needsReservation();
      if (reservation != null) {
        wanted.add(operation.subject(), reservation);
      }
    }
    return wanted;
  }
}
