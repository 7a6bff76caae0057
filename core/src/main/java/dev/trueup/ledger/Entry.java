package dev.trueup.ledger;

import dev.trueup.counter.Subject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One accepted operation, kept for ever. The entries of a subject, in the order of their sequence,
 * are its history: each one's {@code after} is the one before plus its own amount and held.
 *
 * @param sequence 1 for the subject's first entry, then dense
 * @param id unique per (counter, subject) and {@link IdSpace}
 * @param amount what it added to the balance, signed; 0 for reservations and their ends
 * @param held what it added to what is reserved, signed
 * @param reference the reservation that it belongs to, or the other subject of a transfer
 * @param expiresAt when a reservation ends by itself; of RESERVE only
 * @param at when it was accepted, by the store's clock
 * @param after the balance right after this very entry
 */
public record Entry(
    Subject subject,
    long sequence,
    Kind kind,
    String id,
    long amount,
    long held,
    @Nullable String reference,
    @Nullable Instant expiresAt,
    Instant at,
    Balance after) {

  /** Within which ids must differ. */
  public enum IdSpace {
    /** Ids of appends, transfers and posts. */
    ENTRY("entry"),
    /** Ids of reservations. */
    RESERVATION("reservation"),
    /** Ids of reservations that were released or expired: each ends once. */
    END("end");

    private final String word;

    IdSpace(String word) {
      this.word = word;
    }

    /** The word that is stored. */
    public String word() {
      return word;
    }
  }

  /** What was accepted. */
  public enum Kind {
    APPEND("append", IdSpace.ENTRY),
    TRANSFER("transfer", IdSpace.ENTRY),
    /** A named part of a reservation became part of the balance. */
    POST("post", IdSpace.ENTRY),
    /** All that was left of a reservation became part of the balance. */
    POST_REST("post-rest", IdSpace.ENTRY),
    RESERVE("reserve", IdSpace.RESERVATION),
    RELEASE("release", IdSpace.END),
    EXPIRE("expire", IdSpace.END);

    private final String word;
    private final IdSpace idSpace;

    Kind(String word, IdSpace idSpace) {
      this.word = word;
      this.idSpace = idSpace;
    }

    /** The word that is stored and that outsiders see. */
    public String word() {
      return word;
    }

    public IdSpace idSpace() {
      return idSpace;
    }

    /** The kind of a stored word. */
    public static Kind of(String word) {
      for (Kind kind : values()) {
        if (kind.word.equals(word)) {
          return kind;
        }
      }
      throw new IllegalArgumentException("No entry is of kind '" + word + "'");
    }
  }
}
