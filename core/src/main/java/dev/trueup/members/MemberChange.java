package dev.trueup.members;

import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * An operation on a set: this member is in, or out, as of a time. It may be sent again and in any
 * order; what holds in the end is the same. Nothing is checked here: whatever is wrong with it
 * comes back as a refusal.
 *
 * @param counter the counter's name; of two that face each other, either
 * @param subject whose set it is, seen from that counter
 * @param member at most {@link MemberText#BYTES_MAX} bytes of UTF-8
 * @param at when it happened; a retry carries the same time
 * @param day for counters per day: the day that is meant; null is the local day of {@code at}. Only
 *     a removal may name another one
 */
public record MemberChange(
    String counter, String subject, String member, Kind kind, Instant at, @Nullable LocalDate day) {

  /** In or out. */
  public enum Kind {
    ADD,
    REMOVE
  }

  public static MemberChange add(String counter, String subject, String member, Instant at) {
    return new MemberChange(counter, subject, member, Kind.ADD, at, null);
  }

  public static MemberChange remove(String counter, String subject, String member, Instant at) {
    return new MemberChange(counter, subject, member, Kind.REMOVE, at, null);
  }

  /** The same for a day that is named. */
  public MemberChange on(LocalDate named) {
    return new MemberChange(counter, subject, member, kind, at, named);
  }
}
