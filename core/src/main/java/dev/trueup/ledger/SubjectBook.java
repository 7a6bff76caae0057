package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One subject of a {@link LedgerBook}: its balance, what is known of it, what was written. */
final class SubjectBook {
  private final Subject subject;
  private final Bounds bounds;
  private final Balance before;
  private Balance balance;
  private final Map<Entry.IdSpace, Map<String, Entry>> known = new EnumMap<>(Entry.IdSpace.class);
  private final Map<String, Reservation> reservations = new LinkedHashMap<>();
  private final Map<String, Reservation> changed = new LinkedHashMap<>();
  private final List<Entry> written = new ArrayList<>();

  SubjectBook(Subject subject, StoredBalance stored) {
    this.subject = subject;
    this.bounds = stored.bounds();
    this.before = stored.balance();
    this.balance = stored.balance();
    for (Entry.IdSpace space : Entry.IdSpace.values()) {
      known.put(space, new HashMap<>());
    }
  }

  Subject subject() {
    return subject;
  }

  Bounds bounds() {
    return bounds;
  }

  Balance before() {
    return before;
  }

  Balance balance() {
    return balance;
  }

  List<Entry> written() {
    return written;
  }

  Map<String, Reservation> changedReservations() {
    return changed;
  }

  void know(Entry entry) {
    knownIn(entry.kind().idSpace()).put(entry.id(), entry);
  }

  void know(Reservation reservation) {
    reservations.put(reservation.id(), reservation);
  }

  @Nullable Entry known(Entry.IdSpace space, String id) {
    return knownIn(space).get(id);
  }

  @Nullable Reservation reservation(String id) {
    return reservations.get(id);
  }

  private Map<String, Entry> knownIn(Entry.IdSpace space) {
    Map<String, Entry> entries = known.get(space);
    if (entries == null) {
      throw new IllegalStateException("No id space " + space);
    }
    return entries;
  }

  /**
   * Why the balance cannot change so; null if it can. Only what moves towards a bound can pass it.
   *
   * @param amount above {@link Long#MIN_VALUE}
   * @param held not negative, unless as much goes from the balance
   */
  @Nullable Rejection refusalOf(long amount, long held) {
    // The floor is 0 or less and the ceiling 0 or more, so neither difference can overflow.
    if (amount > 0 && balance.amount() > bounds.ceiling() - amount) {
      return bounds.hasCeiling() ? Rejection.CEILING : Rejection.OVERFLOW;
    }
    long fall = Math.subtractExact(held, amount);
    if (fall > 0 && balance.available() < bounds.floor() + fall) {
      return bounds.hasFloor() ? Rejection.FLOOR : Rejection.OVERFLOW;
    }
    if (held > 0 && balance.reserved() > Long.MAX_VALUE - held) {
      return Rejection.OVERFLOW;
    }
    return null;
  }

  /**
   * The same, but a shortage first ends the reservations whose time is over: they hold back
   * nothing.
   */
  @Nullable Rejection refusalAfterExpiry(long amount, long held, Instant now) {
    Rejection refusal = refusalOf(amount, held);
    if (refusal == null || refusal == Rejection.CEILING || balance.reserved() == 0) {
      return refusal;
    }
    for (Reservation reservation : List.copyOf(reservations.values())) {
      if (reservation.isDueAt(now)) {
        end(Entry.Kind.EXPIRE, reservation, now);
        refusal = refusalOf(amount, held);
        if (refusal == null) {
          break;
        }
      }
    }
    return refusal;
  }

  /** Gives back all that is open of a reservation. */
  Entry end(Entry.Kind kind, Reservation reservation, Instant now) {
    Entry entry =
        write(kind, reservation.id(), 0, -reservation.open(), reservation.id(), null, now);
    replace(reservation, 0);
    return entry;
  }

  void replace(Reservation reservation, long open) {
    Reservation now =
        new Reservation(
            subject, reservation.id(), reservation.amount(), open, reservation.expiresAt());
    reservations.put(now.id(), now);
    changed.put(now.id(), now);
  }

  Entry write(
      Entry.Kind kind,
      String id,
      long amount,
      long held,
      @Nullable String reference,
      @Nullable Instant expiresAt,
      Instant now) {
    Balance after;
    try {
      after =
          new Balance(
              Math.addExact(balance.amount(), amount),
              Math.addExact(balance.reserved(), held),
              Math.addExact(balance.entries(), 1));
    } catch (ArithmeticException e) {
      throw new BrokenInvariantException(
          subject + ": " + kind.word() + " " + id + " does not fit " + balance + ".", e);
    }
    Entry entry =
        new Entry(
            subject, after.entries(), kind, id, amount, held, reference, expiresAt, now, after);
    balance = after;
    written.add(entry);
    know(entry);
    return entry;
  }
}
