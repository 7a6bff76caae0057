package dev.trueup.ledger;

import dev.trueup.counter.Change;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Reserve;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What is wrong with an operation by itself, whatever is stored. */
final class LedgerDoor {
  private LedgerDoor() {}

  /** The refusal, or null where there is nothing wrong with it. */
  static @Nullable LedgerOutcome refusal(String counter, LedgerOperation operation) {
    String reservation = operation.needsReservation();
    if (!isId(operation.id()) || (reservation != null && !isId(reservation))) {
      return LedgerOutcome.rejected(
          Rejection.INVALID_ID,
          counter
              + " of "
              + operation.subject()
              + ": an id is empty, holds a NUL, is not valid text or is longer than "
              + Change.ID_BYTES_MAX
              + " bytes of UTF-8.");
    }
    if (operation instanceof Transfer transfer && transfer.to().equals(transfer.subject())) {
      return LedgerOutcome.rejected(
          Rejection.SAME_SUBJECT,
          counter
              + ": transfer "
              + transfer.id()
              + " goes from "
              + transfer.subject()
              + " to itself; two subjects are needed.");
    }
    return amountRefusal(counter, operation);
  }

  private static @Nullable LedgerOutcome amountRefusal(String counter, LedgerOperation operation) {
    long amount;
    if (operation instanceof Append append) {
      if (append.amount() == 0 || append.amount() == Long.MIN_VALUE) {
        return badAmount(counter, operation, append.amount(), "anything but 0, above -2^63");
      }
      return null;
    } else if (operation instanceof Transfer transfer) {
      amount = transfer.amount();
    } else if (operation instanceof Reserve reserve) {
      amount = reserve.amount();
    } else if (operation instanceof Post post && post.amount() != null) {
      amount = post.amount();
    } else {
      return null;
    }
    return amount > 0 ? null : badAmount(counter, operation, amount, "1 or more");
  }

  private static LedgerOutcome badAmount(
      String counter, LedgerOperation operation, long amount, String allowed) {
    return LedgerOutcome.rejected(
        Rejection.INVALID_AMOUNT,
        counter
            + " of "
            + operation.subject()
            + ": "
            + operation.title()
            + " has amount "
            + amount
            + "; allowed is "
            + allowed
            + ".");
  }

  private static boolean isId(String id) {
    return !id.isEmpty()
        && id.indexOf('\0') < 0
        && id.length() <= Change.ID_BYTES_MAX
        && id.getBytes(StandardCharsets.UTF_8).length <= Change.ID_BYTES_MAX
        && isText(id);
  }

  /** Whether it comes back from UTF-8 as it was. */
  private static boolean isText(String text) {
    return StandardCharsets.UTF_8.newEncoder().canEncode(text);
  }
}
