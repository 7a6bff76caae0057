package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import java.time.Instant;

/**
 * A part of a balance that is promised: it can be taken by whoever holds the reservation and by
 * nobody else.
 *
 * @param id unique per (counter, subject) among reservations
 * @param amount what was reserved, above zero
 * @param open what is neither posted nor given back yet, from zero to amount
 * @param expiresAt from then on it cannot be posted, and what is open may be given back
 */
public record Reservation(Subject subject, String id, long amount, long open, Instant expiresAt) {
  public boolean isOpen() {
    return open > 0;
  }

  /** Open, and past its end. */
  public boolean isDueAt(Instant now) {
    return isOpen() && !now.isBefore(expiresAt);
  }
}
