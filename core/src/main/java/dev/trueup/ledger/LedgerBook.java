package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Entry.IdSpace;
import dev.trueup.ledger.Entry.Kind;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Expire;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Release;
import dev.trueup.ledger.LedgerOperation.Reserve;
import dev.trueup.ledger.LedgerOperation.Transfer;
import dev.trueup.ledger.LedgerOutcome.Rejection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a ledger, over what a store has loaded for one transaction. A store makes a book of
 * the subjects it has locked, applies the operations in order, and writes what the book says was
 * written; it may drop a book at any time and begin again.
 *
 * <p>The rules: an id that is known answers with its first answer, or is refused if it came with
 * something else. What is available, the amount minus what is reserved, never falls below the
 * floor; the amount never rises above the ceiling. A reservation lowers what is available and not
 * the amount, so neither reserving nor giving back can pass the ceiling; a post lowers amount and
 * reserved alike, so it cannot pass the floor. An operation that is short of something first ends
 * reservations whose time is over. Not thread-safe.
 */
public final class LedgerBook {
  private final LedgerCounter counter;
  private final Instant now;
  private final Map<Subject, SubjectBook> subjects = new LinkedHashMap<>();

  /**
   * @param now the store's clock
   * @param balances of every subject of the operations; those without entries are {@link
   *     Balance#ZERO}
   */
  public LedgerBook(LedgerCounter counter, Instant now, Map<Subject, StoredBalance> balances) {
    this.counter = counter;
    this.now = now.truncatedTo(ChronoUnit.MICROS);
    balances.forEach((subject, stored) -> subjects.put(subject, new SubjectBook(subject, stored)));
  }

  /** Tells of the entries whose ids, or reservations, the operations name. Others do no harm. */
  public void knowEntries(Collection<Entry> entries) {
    entries.forEach(entry -> book(entry.subject()).know(entry));
  }

  /** Tells of the reservations that the operations name, and of those that are due. */
  public void knowReservations(Collection<Reservation> reservations) {
    reservations.forEach(reservation -> book(reservation.subject()).know(reservation));
  }

  /**
   * Whether a store has to look anything up for it: its texts and amounts make sense. Others are
   * refused without.
   */
  public static boolean isWellFormed(LedgerOperation operation) {
    return LedgerDoor.refusal("", operation) == null;
  }

  /** What became of one subject. */
  public record Written(
      Subject subject,
      Balance before,
      Balance after,
      List<Entry> entries,
      List<Reservation> reservations) {}

  /** What has to be written, for the subjects with entries that are new. */
  public List<Written> written() {
    List<Written> all = new ArrayList<>();
    for (SubjectBook book : subjects.values()) {
      if (!book.written().isEmpty()) {
        all.add(
            new Written(
                book.subject(),
                book.before(),
                book.balance(),
                List.copyOf(book.written()),
                List.copyOf(book.changedReservations().values())));
      }
    }
    return all;
  }

  /** Applies one operation. */
  public LedgerOutcome apply(LedgerOperation operation) {
    LedgerOutcome refusal = LedgerDoor.refusal(counter.name(), operation);
    if (refusal != null) {
      return refusal;
    }
    SubjectBook book = book(operation.subject());
    if (operation instanceof Append append) {
      return append(book, append);
    } else if (operation instanceof Transfer transfer) {
      return transfer(book, book(transfer.to()), transfer);
    } else if (operation instanceof Reserve reserve) {
      return reserve(book, reserve);
    } else if (operation instanceof Post post) {
      return post(book, post);
    } else if (operation instanceof Release release) {
      return release(book, release);
    }
    return expire(book, (Expire) operation);
  }

  private LedgerOutcome append(SubjectBook book, Append append) {
    Entry known = book.known(IdSpace.ENTRY, append.id());
    if (known != null) {
      return known.kind() == Kind.APPEND && known.amount() == append.amount()
          ? LedgerOutcome.duplicate(known, null)
          : anotherIsKnown(append, known);
    }
    Rejection refusal = book.refusalAfterExpiry(append.amount(), 0, now);
    if (refusal != null) {
      return refused(refusal, append, book, append.amount());
    }
    return LedgerOutcome.applied(
        book.write(Kind.APPEND, append.id(), append.amount(), 0, null, null, now));
  }

  private LedgerOutcome transfer(SubjectBook from, SubjectBook to, Transfer transfer) {
    long amount = transfer.amount();
    Entry taken = from.known(IdSpace.ENTRY, transfer.id());
    Entry given = to.known(IdSpace.ENTRY, transfer.id());
    if (taken != null || given != null) {
      boolean same =
          isTransfer(taken, -amount, transfer.to()) && isTransfer(given, amount, from.subject());
      if (same && taken != null) {
        return LedgerOutcome.duplicate(taken, given);
      }
      return anotherIsKnown(transfer, Objects.requireNonNull(taken != null ? taken : given));
    }
    Rejection past = to.refusalOf(amount, 0);
    if (past != null) {
      return refused(past, transfer, to, amount);
    }
    Rejection tooLittle = from.refusalAfterExpiry(-amount, 0, now);
    if (tooLittle != null) {
      return refused(tooLittle, transfer, from, -amount);
    }
    return LedgerOutcome.applied(
        from.write(Kind.TRANSFER, transfer.id(), -amount, 0, to.subject().key(), null, now),
        to.write(Kind.TRANSFER, transfer.id(), amount, 0, from.subject().key(), null, now));
  }

  private static boolean isTransfer(@Nullable Entry entry, long amount, Subject other) {
    return entry != null
        && entry.kind() == Kind.TRANSFER
        && entry.amount() == amount
        && other.key().equals(entry.reference());
  }

  private LedgerOutcome reserve(SubjectBook book, Reserve reserve) {
    Entry known = book.known(IdSpace.RESERVATION, reserve.id());
    if (known != null) {
      return known.held() == reserve.amount() && reserve.expiresAt().equals(known.expiresAt())
          ? LedgerOutcome.duplicate(known, null)
          : anotherIsKnown(reserve, known);
    }
    if (!reserve.expiresAt().isAfter(now)) {
      return rejected(
          Rejection.IN_THE_PAST, reserve, "would end at " + reserve.expiresAt() + "; it is " + now);
    }
    if (reserve.expiresAt().isAfter(now.plus(counter.reservationMax()))) {
      return rejected(
          Rejection.IN_THE_FUTURE,
          reserve,
          "would last until "
              + reserve.expiresAt()
              + "; it is "
              + now
              + " and at most "
              + counter.reservationMax()
              + " are allowed");
    }
    Rejection tooLittle = book.refusalAfterExpiry(0, reserve.amount(), now);
    if (tooLittle != null) {
      return refused(tooLittle, reserve, book, -reserve.amount());
    }
    Entry entry =
        book.write(
            Kind.RESERVE,
            reserve.id(),
            0,
            reserve.amount(),
            reserve.id(),
            reserve.expiresAt(),
            now);
    Reservation made =
        new Reservation(
            book.subject(), reserve.id(), reserve.amount(), reserve.amount(), reserve.expiresAt());
    book.replace(made, made.amount());
    return LedgerOutcome.applied(entry);
  }

  private LedgerOutcome post(SubjectBook book, Post post) {
    Kind kind = post.amount() == null ? Kind.POST_REST : Kind.POST;
    Entry known = book.known(IdSpace.ENTRY, post.id());
    if (known != null) {
      boolean same =
          known.kind() == kind
              && post.reservation().equals(known.reference())
              && (post.amount() == null || known.amount() == -post.amount());
      return same ? LedgerOutcome.duplicate(known, null) : anotherIsKnown(post, known);
    }
    LedgerOutcome closed = closed(book, post, post.reservation());
    if (closed != null) {
      return closed;
    }
    Reservation reservation = Objects.requireNonNull(book.reservation(post.reservation()));
    if (reservation.isDueAt(now)) {
      return rejected(
          Rejection.RESERVATION_EXPIRED,
          post,
          "comes too late: reservation " + reservation.id() + " ended " + reservation.expiresAt());
    }
    long amount = post.amount() == null ? reservation.open() : post.amount();
    if (amount > reservation.open()) {
      return rejected(
          Rejection.MORE_THAN_RESERVED,
          post,
          "takes "
              + amount
              + "; "
              + reservation.open()
              + " are left of reservation "
              + reservation.id());
    }
    Entry entry = book.write(kind, post.id(), -amount, -amount, reservation.id(), null, now);
    book.replace(reservation, reservation.open() - amount);
    return LedgerOutcome.applied(entry);
  }

  private LedgerOutcome release(SubjectBook book, Release release) {
    Entry known = book.known(IdSpace.END, release.id());
    if (known != null && known.kind() == Kind.RELEASE) {
      return LedgerOutcome.duplicate(known, null);
    }
    LedgerOutcome closed = closed(book, release, release.reservation());
    if (closed != null) {
      return closed;
    }
    Reservation reservation = Objects.requireNonNull(book.reservation(release.reservation()));
    return LedgerOutcome.applied(book.end(Kind.RELEASE, reservation, now));
  }

  private LedgerOutcome expire(SubjectBook book, Expire expire) {
    Entry known = book.known(IdSpace.END, expire.id());
    if (known != null && known.kind() == Kind.EXPIRE) {
      return LedgerOutcome.duplicate(known, null);
    }
    LedgerOutcome closed = closed(book, expire, expire.reservation());
    if (closed != null) {
      return closed;
    }
    Reservation reservation = Objects.requireNonNull(book.reservation(expire.reservation()));
    if (!reservation.isDueAt(now)) {
      return rejected(
          Rejection.RESERVATION_NOT_DUE,
          expire,
          "comes too early: it lasts until " + reservation.expiresAt() + " and it is " + now);
    }
    return LedgerOutcome.applied(book.end(Kind.EXPIRE, reservation, now));
  }

  /** Why nothing can be done with a reservation any more; null if something can. */
  private @Nullable LedgerOutcome closed(SubjectBook book, LedgerOperation operation, String id) {
    Reservation reservation = book.reservation(id);
    if (reservation == null) {
      return rejected(
          Rejection.UNKNOWN_RESERVATION, operation, "names reservation " + id + ", which is not");
    }
    if (reservation.isOpen()) {
      return null;
    }
    Entry end = book.known(IdSpace.END, id);
    return end != null && end.kind() == Kind.EXPIRE
        ? rejected(
            Rejection.RESERVATION_EXPIRED,
            operation,
            "comes too late: reservation " + id + " ended " + reservation.expiresAt())
        : rejected(
            Rejection.RESERVATION_CLOSED,
            operation,
            "comes too late: nothing is left of reservation " + id);
  }

  private SubjectBook book(Subject subject) {
    SubjectBook book = subjects.get(subject);
    if (book == null) {
      throw new IllegalStateException("The book was not opened for " + subject);
    }
    return book;
  }

  private LedgerOutcome anotherIsKnown(LedgerOperation operation, Entry known) {
    return rejected(
        Rejection.OTHER_OPERATION_SAME_ID,
        operation,
        "is known as "
            + known.kind().word()
            + " of "
            + (known.amount() != 0 ? known.amount() : known.held())
            + " since "
            + known.at()
            + "; another operation needs another id");
  }

  private LedgerOutcome refused(
      Rejection rejection, LedgerOperation operation, SubjectBook book, long change) {
    String why =
        switch (rejection) {
          case FLOOR -> " are available down to the floor of " + book.bounds().floor();
          case CEILING -> " are there and the ceiling is " + book.bounds().ceiling();
          default -> " are there and the sum would not fit 64 bits";
        };
    Balance balance = book.balance();
    long there =
        switch (rejection) {
          case FLOOR -> balance.available();
          default -> balance.amount();
        };
    return rejected(
        rejection,
        operation,
        "would change " + book.subject() + " by " + change + ", of which " + there + why);
  }

  private LedgerOutcome rejected(Rejection rejection, LedgerOperation operation, String what) {
    return LedgerOutcome.rejected(
        rejection,
        counter.name()
            + " of "
            + operation.subject()
            + ": "
            + operation.title()
            + " "
            + what
            + ". Nothing was written.");
  }
}
