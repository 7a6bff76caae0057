package dev.trueup.ledger;

import org.jspecify.annotations.Nullable;

/**
 * What became of an operation: one of four, and unknown is never reported as another.
 *
 * @param kind which of the four
 * @param entry the entry that was accepted, now or the first time, for APPLIED and DUPLICATE
 * @param counterpart the other subject's entry of a transfer
 * @param rejection the reason, for REJECTED
 * @param message for REJECTED and UNKNOWN: what happened and what to do
 */
public record LedgerOutcome(
    Kind kind,
    @Nullable Entry entry,
    @Nullable Entry counterpart,
    @Nullable Rejection rejection,
    @Nullable String message) {

  /** The four answers. */
  public enum Kind {
    /** Accepted now, durably. */
    APPLIED,
    /** Accepted before under this id; this is the first answer again. */
    DUPLICATE,
    /** Nothing was written; nothing of it is remembered, it may be tried again. */
    REJECTED,
    /** The answer was lost. Send the same operation again: it is safe. */
    UNKNOWN
  }

  /** Why an operation was refused. */
  public enum Rejection {
    UNKNOWN_COUNTER("unknown-counter"),
    WRONG_KIND("wrong-kind"),
    /** A subject that is empty, too long or not valid text. */
    INVALID_SUBJECT("invalid-subject"),
    /** An id that is empty, too long or not valid text. */
    INVALID_ID("invalid-id"),
    /** Zero, of the wrong sign, or without an opposite in 64 bits. */
    INVALID_AMOUNT("invalid-amount"),
    /** A transfer from a subject to itself. */
    SAME_SUBJECT("same-subject"),
    /** A reservation that would be over already. */
    IN_THE_PAST("in-the-past"),
    /** A reservation that would last too long. */
    IN_THE_FUTURE("in-the-future"),
    /** The id is known with another amount, kind, time, reservation or subject. */
    OTHER_OPERATION_SAME_ID("other-operation-same-id"),
    /** Not that much is available. */
    FLOOR("floor"),
    CEILING("ceiling"),
    /** A sum would not fit 64 bits. */
    OVERFLOW("overflow"),
    UNKNOWN_RESERVATION("unknown-reservation"),
    /** The reservation is posted whole, or was released. */
    RESERVATION_CLOSED("reservation-closed"),
    /** The reservation's time is over. */
    RESERVATION_EXPIRED("reservation-expired"),
    /** The reservation's time is not over yet. */
    RESERVATION_NOT_DUE("reservation-not-due"),
    /** More than is left of the reservation. */
    MORE_THAN_RESERVED("more-than-reserved"),
    /** Too many operations wait already. */
    BUSY("busy");

    private final String word;

    Rejection(String word) {
      this.word = word;
    }

    /** The word that outsiders see. */
    public String word() {
      return word;
    }
  }

  public static LedgerOutcome applied(Entry entry) {
    return new LedgerOutcome(Kind.APPLIED, entry, null, null, null);
  }

  public static LedgerOutcome applied(Entry entry, Entry counterpart) {
    return new LedgerOutcome(Kind.APPLIED, entry, counterpart, null, null);
  }

  public static LedgerOutcome duplicate(Entry entry, @Nullable Entry counterpart) {
    return new LedgerOutcome(Kind.DUPLICATE, entry, counterpart, null, null);
  }

  public static LedgerOutcome rejected(Rejection rejection, String message) {
    return new LedgerOutcome(Kind.REJECTED, null, null, rejection, message);
  }

  public static LedgerOutcome unknown(String message) {
    return new LedgerOutcome(Kind.UNKNOWN, null, null, null, message);
  }

  /** Whether the operation has its effect: APPLIED, or DUPLICATE. */
  public boolean isAccepted() {
    return entry != null;
  }
}
