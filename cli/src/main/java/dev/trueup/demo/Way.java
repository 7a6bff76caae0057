package dev.trueup.demo;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The four ways to count that are compared. */
enum Way {
  ATOMIC_ONLY("atomic only", "atomic only", "atomic-only", null),
  RECOUNT_AND_OVERWRITE(
      "recount", "recount and overwrite", "recount-and-overwrite", Times.RECOUNT_EVERY),
  BASE_AND_DELTA("base+delta", "one base, one delta", "base-and-delta", Times.RECOUNT_EVERY),
  MANAGED("Trueup", "managed by Trueup", "managed", Times.PASS_EVERY);

  private final String heading;
  private final String title;
  private final String key;
  private final @Nullable Duration jobEvery;

  Way(String heading, String title, String key, @Nullable Duration jobEvery) {
    this.heading = heading;
    this.title = title;
    this.key = key;
    this.jobEvery = jobEvery;
  }

  /** At most 12 characters. */
  String heading() {
    return heading;
  }

  /** At most 21 characters. */
  String title() {
    return title;
  }

  /** The name in the JSON document. */
  String key() {
    return key;
  }

  /** From the end of one run of its job to the start of the next; null where it has no job. */
  @Nullable Duration jobEvery() {
    return jobEvery;
  }
}
