package dev.trueup.members;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a membership: the latest operation decides, at equal times the removal. A
 * membership that is out stays on record, so that an addition that comes late finds it decided.
 *
 * @param present whether the member is in
 * @param at the time of the operation that decided, to the microsecond
 */
public record Membership(MemberKey key, boolean present, Instant at) {

  /** Which of two pieces of knowledge about one membership holds; null is no knowledge. */
  static @Nullable Membership later(@Nullable Membership one, @Nullable Membership other) {
    if (one == null) {
      return other;
    }
    return other == null || !other.beats(one) ? one : other;
  }

  /** Whether this is decided later than the other, and not the same. */
  boolean beats(Membership other) {
    int byTime = at.compareTo(other.at);
    return byTime != 0 ? byTime > 0 : other.present && !present;
  }

  /** The same for another key. */
  Membership moved(MemberKey to) {
    return new Membership(to, present, at);
  }
}
