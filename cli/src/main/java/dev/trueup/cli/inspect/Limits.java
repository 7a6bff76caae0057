package dev.trueup.cli.inspect;

/**
 * How much of a database the search may read, so that a large one is not a long wait.
 *
 * @param subjects at most so many subjects of a table are compared; more are sampled
 * @param groups at most so many grouped rows are fetched for one link
 * @param seconds the longest that one question may run
 * @param secondsInAll after so long no further question is asked
 */
record Limits(int subjects, int groups, int seconds, int secondsInAll) {
  static final Limits DEFAULT = new Limits(20_000, 400_000, 20, 300);
}
