package dev.trueup.ledger;

import dev.trueup.counter.Counter;
import dev.trueup.error.BadRequestException;
import java.time.Duration;

/**
 * A counter of kind {@code ledger}.
 *
 * @param name as in trueup.yaml, {@code wallet.balance}
 * @param bounds floor and ceiling
 * @param reservationMax how far ahead of the store's clock a reservation may expire
 */
public record LedgerCounter(String name, Bounds bounds, Duration reservationMax) {
  /** A year and a day. */
  public static final Duration RESERVATION_MAX_DEFAULT = Duration.ofDays(366);

  public LedgerCounter {
    if (!Counter.NAME.matcher(name).matches()) {
      throw new BadRequestException(
          "A counter cannot be called \""
              + name
              + "\"; allowed are 1 to 100 of a-z, 0-9, '.', '_' and '-'.");
    }
    if (reservationMax.isNegative() || reservationMax.isZero()) {
      throw new BadRequestException(
          "Counter "
              + name
              + ": a reservation cannot last at most "
              + reservationMax
              + "; give a time above zero.");
    }
  }

  /** A counter whose reservations may last {@link #RESERVATION_MAX_DEFAULT}. */
  public LedgerCounter(String name, Bounds bounds) {
    this(name, bounds, RESERVATION_MAX_DEFAULT);
  }
}
