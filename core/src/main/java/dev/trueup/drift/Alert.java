package dev.trueup.drift;

/**
 * Something that somebody should be told.
 *
 * @param counter the counter's name
 * @param kind which rule
 * @param message what was found, and what the rule allows
 */
public record Alert(String counter, Kind kind, String message) {
  /** Which rule. */
  public enum Kind {
    DRIFT,
    SUSTAINED,
    JUMP,
    COVERAGE
  }
}
