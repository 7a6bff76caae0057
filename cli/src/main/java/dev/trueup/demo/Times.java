package dev.trueup.demo;

import java.time.Duration;

/** The times that the demo works by. They are short, so that a minute shows what a day would. */
final class Times {
  /** Window of the managed counter. */
  static final Duration WINDOW = Duration.ofSeconds(1);

  /** Settle time of the managed counter. */
  static final Duration SETTLE = Duration.ofSeconds(2);

  /** From the end of one run of a recipe's job to the start of the next. */
  static final Duration RECOUNT_EVERY = Duration.ofSeconds(5);

  /** From the count of a recount to its overwrite: on a large table, the time the count takes. */
  static final Duration RECOUNT_GAP = Duration.ofMillis(400);

  /** From the end of one pass of the managed counter to the start of the next. */
  static final Duration PASS_EVERY = Duration.ofSeconds(1);

  /** One pass in so many is a full sweep; the others take the subjects that changed. */
  static final int SWEEP_ONE_IN = 2;

  /** How often the four counters are compared with the rows, and the view drawn. */
  static final Duration SAMPLE_EVERY = Duration.ofMillis(500);

  /** How often a line is printed where there is no terminal. */
  static final Duration LINE_EVERY = Duration.ofSeconds(5);

  /** How long one question to the forum may take. */
  static final Duration STATEMENT_MAX = Duration.ofSeconds(30);

  private Times() {}
}
