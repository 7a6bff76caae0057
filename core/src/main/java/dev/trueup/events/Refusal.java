package dev.trueup.events;

import dev.trueup.counter.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Why an event did not count, as a counter keeps count of it: every answer counts, a repeated one
 * again. What is not a well-formed event leaves no trace and is not here.
 */
public enum Refusal {
  /** The id is counted already. */
  DUPLICATE("duplicate"),
  /** The id is counted already with another amount, time or actor. */
  OTHER_CHANGE_SAME_ID("other-change-same-id"),
  /** Below the seal. */
  TOO_OLD("too-old"),
  /** It meets an exclusion of the counter. */
  FILTERED("filtered"),
  /** A capped counter, and nobody is said to have done it. */
  NO_ACTOR("no-actor"),
  /** Its actor has counted as often as the cap allows. */
  CAPPED("capped"),
  /** A sum would not fit 64 bits. */
  OVERFLOW("overflow");

  private final String word;

  Refusal(String word) {
    this.word = word;
  }

  /** The word that is stored and that outsiders see. */
  public String word() {
    return word;
  }

  /** The refusal of a stored word. */
  public static Refusal of(String word) {
    for (Refusal refusal : values()) {
      if (refusal.word.equals(word)) {
        return refusal;
      }
    }
    throw new IllegalArgumentException("No refusal is called '" + word + "'");
  }

  /** The refusal that an outcome tells of; null where it counted, or left no trace. */
  public static @Nullable Refusal of(Outcome outcome) {
    if (outcome.kind() == Outcome.Kind.DUPLICATE) {
      return DUPLICATE;
    }
    Outcome.Rejection rejection = outcome.rejection();
    if (rejection == null) {
      return null;
    }
    return switch (rejection) {
      case OTHER_CHANGE_SAME_ID -> OTHER_CHANGE_SAME_ID;
      case TOO_OLD -> TOO_OLD;
      case FILTERED -> FILTERED;
      case NO_ACTOR -> NO_ACTOR;
      case CAPPED -> CAPPED;
      case OVERFLOW -> OVERFLOW;
      default -> null;
    };
  }
}
