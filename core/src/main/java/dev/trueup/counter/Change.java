package dev.trueup.counter;

import dev.trueup.error.BadRequestException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the hot path sends about one fact. Both stamps come from the stored fact, never from the
 * clock at sending, because they are part of the change's identity: a retry carries the same ones.
 *
 * @param counter the counter's name
 * @param subject what is counted for
 * @param amount signed, not zero
 * @param fact the fact's own key in the source
 * @param id unique per (counter, subject); by default fact, sign and occurredAt
 * @param occurredAt when it happened, as the source stores it; kept to the microsecond
 * @param factAt when the changed fact was created; {@link Windows#BEFORE_ALL} where its created
 *     stamp is NULL
 */
public record Change(
    String counter,
    Subject subject,
    long amount,
    String fact,
    String id,
    Instant occurredAt,
    Instant factAt) {
  /** The longest fact key and the longest id, in UTF-8 bytes. */
  public static final int ID_BYTES_MAX = 256;

  public Change {
    requireText("fact", fact);
    requireText("id", id);
    if (amount == 0) {
      throw new BadRequestException(
          "Change "
              + id
              + " of "
              + counter
              + " has amount 0; a change adds or takes away something.");
    }
    occurredAt = stored(occurredAt);
    factAt = stored(factAt);
  }

  /** A fact that appeared. Its factAt is its occurredAt unless another is given. */
  public static Builder added(String counter, String subject) {
    return new Builder(counter, subject, 1);
  }

  /** A fact that went away. Needs the fact's factAt, unless the source is immutable. */
  public static Builder removed(String counter, String subject) {
    return new Builder(counter, subject, -1);
  }

  /** A fact whose amount changed by this much: an edit, a restore, a predicate that flipped. */
  public static Builder adjusted(String counter, String subject, long amount) {
    return new Builder(counter, subject, amount);
  }

  /** Whether the other change says the same about the same fact; ids are not compared. */
  public boolean saysTheSameAs(Change other) {
    return amount == other.amount
        && fact.equals(other.fact)
        && occurredAt.equals(other.occurredAt)
        && factAt.equals(other.factAt);
  }

  private static Instant stored(Instant instant) {
    return instant.isAfter(Windows.BEFORE_ALL)
        ? instant.truncatedTo(ChronoUnit.MICROS)
        : Windows.BEFORE_ALL;
  }

  private static void requireText(String what, String text) {
    if (text.isEmpty()
        || text.indexOf('\0') >= 0
        || !WellFormed.isWellFormed(text)
        || text.getBytes(StandardCharsets.UTF_8).length > ID_BYTES_MAX) {
      throw new BadRequestException(
          "The "
              + what
              + " of a change is empty, holds a NUL or half a surrogate pair, or is longer than "
              + ID_BYTES_MAX
              + " bytes of UTF-8.");
    }
  }

  /** Collects the parts of a change; {@link #at} completes it. Not thread-safe. */
  public static final class Builder {
    private final String counter;
    private final Subject subject;
    private long amount;
    private @Nullable String fact;
    private @Nullable String id;
    private @Nullable Instant factAt;

    private Builder(String counter, String subject, long amount) {
      this.counter = counter;
      this.subject = new Subject(subject);
      this.amount = amount;
    }

    /** The fact's own key in the source. */
    public Builder fact(String key) {
      this.fact = key;
      return this;
    }

    /** How much the fact weighs, when it is not one. */
    public Builder weighing(long weight) {
      this.amount = Math.multiplyExact(Long.signum(amount), weight);
      return this;
    }

    /** An id of one's own; by default it is made of fact, sign and occurredAt. */
    public Builder id(String ownId) {
      this.id = ownId;
      return this;
    }

    /** When the changed fact was created, as the source stores it. */
    public Builder factAt(Instant createdAt) {
      this.factAt = createdAt;
      return this;
    }

    /** When it happened, as the source stores it. */
    public Change at(Instant occurredAt) {
      String key = fact;
      if (key == null) {
        throw new BadRequestException(
            "A change of " + counter + " names no fact; give the row's own key with fact(…).");
      }
      String ownId = id != null ? id : key + (amount < 0 ? "-" : "+") + stored(occurredAt);
      return new Change(
          counter, subject, amount, key, ownId, occurredAt, factAt != null ? factAt : occurredAt);
    }
  }
}
