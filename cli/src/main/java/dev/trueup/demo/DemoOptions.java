package dev.trueup.demo;

import dev.trueup.error.BadRequestException;

/**
 * What the user may choose.
 *
 * @param seconds how long the forum is written to; the last recounts come on top
 * @param posts how many posts have a counter
 * @param rate events per second
 * @param seed decides every event and every fault; only the times differ between two runs
 * @param json one JSON document on standard output, progress on standard error
 * @param keep whether the database files stay behind
 */
public record DemoOptions(int seconds, int posts, int rate, long seed, boolean json, boolean keep) {
  public static final int SECONDS_DEFAULT = 60;
  public static final int POSTS_DEFAULT = 20;
  public static final int RATE_DEFAULT = 40;

  private static final int SECONDS_MAX = 3_600;
  private static final int POSTS_MAX = 500;
  private static final int RATE_MAX = 200;

  public DemoOptions {
    require("--seconds", seconds, 2, SECONDS_MAX);
    require("--posts", posts, 2, POSTS_MAX);
    require("--rate", rate, 1, RATE_MAX);
  }

  /** The defaults, with this seed. */
  public static DemoOptions of(long seed) {
    return new DemoOptions(SECONDS_DEFAULT, POSTS_DEFAULT, RATE_DEFAULT, seed, false, false);
  }

  private static void require(String option, int given, int least, int most) {
    if (given < least || given > most) {
      throw new BadRequestException(
          option + " " + given + " cannot be used; from " + least + " to " + most + " is allowed.");
    }
  }
}
