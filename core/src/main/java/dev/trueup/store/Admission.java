package dev.trueup.store;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The door of the hot path: what becomes of one change, given what the store holds about its
 * subject at that moment. A store asks it while it holds whatever makes its next write atomic (a
 * locked row, a script), or says the same in its own language. The order of the questions is part
 * of the design: forgotten, future, inside, then the id.
 */
public final class Admission {
  private Admission() {}

  /**
   * @param known the change recorded under the same id, if there is one
   * @param now the store's clock
   * @return the outcome to answer, or null: the change is to be added to its cell and APPLIED
   */
  public static @Nullable Outcome refusal(
      Counter counter, @Nullable Head head, Change change, @Nullable Change known, Instant now) {
    if (head != null && head.isForgottenAt(now)) {
      return Outcome.rejected(
          Rejection.FORGOTTEN,
          counter.name()
              + " of "
              + change.subject()
              + " was forgotten; changes are refused until "
              + head.forgottenUntil()
              + ".");
    }
    Instant limit = now.plus(counter.settle());
    if (change.occurredAt().isAfter(limit) || change.factAt().isAfter(limit)) {
      return Outcome.rejected(
          Rejection.IN_THE_FUTURE,
          "Change "
              + change.id()
              + " of "
              + counter.name()
              + " is stamped "
              + change.occurredAt()
              + " (fact "
              + change.factAt()
              + "), more than the settle time of "
              + counter.settle()
              + " ahead of the store's clock at "
              + now
              + "; check the clocks and the zone.");
    }
    if (head != null && head.covers(counter.cellOf(change))) {
      return Outcome.covered();
    }
    if (known != null) {
      return known.saysTheSameAs(change)
          ? Outcome.duplicate()
          : Outcome.rejected(
              Rejection.OTHER_CHANGE_SAME_ID,
              "Change "
                  + change.id()
                  + " of "
                  + counter.name()
                  + " is known with amount "
                  + known.amount()
                  + " at "
                  + known.occurredAt()
                  + ", fact "
                  + known.fact()
                  + " of "
                  + known.factAt()
                  + "; another change needs another id.");
    }
    return null;
  }
}
