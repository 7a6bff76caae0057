package dev.trueup.counter;

import org.jspecify.annotations.Nullable;

/**
 * What became of a change: one of five, and unknown is never reported as another.
 *
 * @param kind which of the five
 * @param reading the value right after this very change, when it was asked for and is APPLIED;
 *     kinds that keep their first answers give it for a DUPLICATE too
 * @param rejection the reason, for REJECTED
 * @param message for REJECTED and UNKNOWN: what happened and what to do
 */
public record Outcome(
    Kind kind, @Nullable Reading reading, @Nullable Rejection rejection, @Nullable String message) {

  /** The five answers. */
  public enum Kind {
    /** Counted now, durably. */
    APPLIED,
    /** This id is counted already. */
    DUPLICATE,
    /** Inside the base: the recount saw it, or will, because the subject is marked. */
    COVERED,
    /** Not counted, and never will be as it is. */
    REJECTED,
    /** The answer was lost. Send the same change again: it is safe. */
    UNKNOWN
  }

  /** Why a change was refused. */
  public enum Rejection {
    UNKNOWN_COUNTER("unknown-counter"),
    WRONG_KIND("wrong-kind"),
    /** A stamp more than a settle time ahead of the store's clock. */
    IN_THE_FUTURE("in-the-future"),
    /** The same id came with another amount, fact or time. */
    OTHER_CHANGE_SAME_ID("other-change-same-id"),
    FORGOTTEN("forgotten"),
    OVERFLOW("overflow"),
    /** A document that holds the subject's changes would pass its size limit. */
    FULL("full"),
    /** A set's member that is empty, too long or not valid text. */
    INVALID_MEMBER("invalid-member"),
    /** An id that is empty, too long or not valid text. */
    INVALID_ID("invalid-id"),
    /** Zero, or without an opposite in 64 bits. */
    INVALID_AMOUNT("invalid-amount"),
    /** An actor that is empty, too long or not valid text. */
    INVALID_ACTOR("invalid-actor"),
    /** Too many attributes, or one whose name or value is too long or not valid text. */
    INVALID_ATTRIBUTE("invalid-attribute"),
    /** An event that meets an exclusion of its counter: a bot, an own view. */
    FILTERED("filtered"),
    /** An event whose actor has counted as often as the cap allows in its interval. */
    CAPPED("capped"),
    /** An event of a capped counter that does not say whose it is. */
    NO_ACTOR("no-actor"),
    /** A subject that is empty, too long or not valid text. */
    INVALID_SUBJECT("invalid-subject"),
    /** A time or a day that nothing can have happened at. */
    INVALID_TIME("invalid-time"),
    /** A subject as a member of itself. */
    SELF_MEMBER("self-member"),
    /** Below what is sealed or remembered: whether it is counted already can no longer be told. */
    TOO_OLD("too-old");

    private final String word;

    Rejection(String word) {
      this.word = word;
    }

    /** The word that outsiders see. */
    public String word() {
      return word;
    }
  }

  private static final Outcome APPLIED = new Outcome(Kind.APPLIED, null, null, null);
  private static final Outcome DUPLICATE = new Outcome(Kind.DUPLICATE, null, null, null);
  private static final Outcome COVERED = new Outcome(Kind.COVERED, null, null, null);

  public static Outcome applied() {
    return APPLIED;
  }

  public static Outcome applied(Reading reading) {
    return new Outcome(Kind.APPLIED, reading, null, null);
  }

  public static Outcome duplicate() {
    return DUPLICATE;
  }

  /** A repetition, with the reading of the first answer. */
  public static Outcome duplicate(Reading first) {
    return new Outcome(Kind.DUPLICATE, first, null, null);
  }

  public static Outcome covered() {
    return COVERED;
  }

  public static Outcome rejected(Rejection rejection, String message) {
    return new Outcome(Kind.REJECTED, null, rejection, message);
  }

  public static Outcome unknown(String message) {
    return new Outcome(Kind.UNKNOWN, null, null, message);
  }
}
