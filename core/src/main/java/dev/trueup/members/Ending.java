package dev.trueup.members;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a key as a whole.
 *
 * @param removedAt operations up to this time are void: an account or a subject was deleted
 * @param mergedInto operations go to this key of the same side
 */
public record Ending(Key of, @Nullable Instant removedAt, @Nullable String mergedInto) {
  /** A subject or a member. */
  public record Key(Side side, String key) {}

  /** The later of two removals. */
  static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    if (one == null) {
      return other;
    }
    return other == null || !other.isAfter(one) ? one : other;
  }
}
