package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What may be asked of a ledger. An operation is plain data: whether it makes sense is judged where
 * it is applied ({@link LedgerBook}), and what does not is REJECTED by name.
 */
public sealed interface LedgerOperation {
  /** Whose balance it is about; the one that is taken from, for a transfer. */
  Subject subject();

  /** Its id within {@link #idSpace()}. */
  String id();

  Entry.IdSpace idSpace();

  /** Every subject that it touches. */
  default List<Subject> subjects() {
    return List.of(subject());
  }

  /** What a message calls it. */
  String title();

  /** The reservation that it needs, if it needs one. */
  default @Nullable String needsReservation() {
    return null;
  }

  /**
   * Adds to the balance, or takes from it.
   *
   * @param amount signed, not 0, above {@link Long#MIN_VALUE}
   */
  record Append(Subject subject, String id, long amount) implements LedgerOperation {
    @Override
    public String title() {
      return "entry " + id();
    }

    @Override
    public Entry.IdSpace idSpace() {
      return Entry.IdSpace.ENTRY;
    }
  }

  /**
   * Takes from one subject and adds to another of the same counter: both or neither.
   *
   * @param id is used up at both subjects
   * @param amount above 0
   */
  record Transfer(Subject subject, Subject to, String id, long amount) implements LedgerOperation {
    @Override
    public String title() {
      return "transfer " + id();
    }

    @Override
    public Entry.IdSpace idSpace() {
      return Entry.IdSpace.ENTRY;
    }

    @Override
    public List<Subject> subjects() {
      return List.of(subject, to);
    }
  }

  /**
   * Promises a part of the balance; the balance stays, what is available goes down.
   *
   * @param amount above 0
   * @param expiresAt after the store's clock, and not too far; kept to the microsecond
   */
  record Reserve(Subject subject, String id, long amount, Instant expiresAt)
      implements LedgerOperation {
    public Reserve {
      expiresAt = expiresAt.truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public String title() {
      return "reservation " + id();
    }

    @Override
    public Entry.IdSpace idSpace() {
      return Entry.IdSpace.RESERVATION;
    }
  }

  /**
   * Takes what was promised, or a part of it. The rest stays promised.
   *
   * @param id of the entry that it makes
   * @param amount above 0; null for all that is left
   */
  record Post(Subject subject, String reservation, String id, @Nullable Long amount)
      implements LedgerOperation {
    @Override
    public String title() {
      return "post " + id();
    }

    @Override
    public String needsReservation() {
      return reservation;
    }

    @Override
    public Entry.IdSpace idSpace() {
      return Entry.IdSpace.ENTRY;
    }
  }

  /** Gives back all that is left of a reservation. */
  record Release(Subject subject, String reservation) implements LedgerOperation {
    @Override
    public String id() {
      return reservation;
    }

    @Override
    public String title() {
      return "release of " + id();
    }

    @Override
    public String needsReservation() {
      return reservation;
    }

    @Override
    public Entry.IdSpace idSpace() {
      return Entry.IdSpace.END;
    }
  }

  /** Gives back what is left of a reservation whose time is over by the store's clock. */
  record Expire(Subject subject, String reservation) implements LedgerOperation {
    @Override
    public String id() {
      return reservation;
    }

    @Override
    public String title() {
      return "expiry of " + id();
    }

    @Override
    public String needsReservation() {
      return reservation;
    }

    @Override
    public Entry.IdSpace idSpace() {
      return Entry.IdSpace.END;
    }
  }
}
