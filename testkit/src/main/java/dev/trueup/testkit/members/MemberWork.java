package dev.trueup.testkit.members;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Work of a simulation that is done step by step.
 *
 * @param cutOff what it counts as when it does not end
 * @param follows whether it is about follows; sealing is about views
 * @param into where a key is merged to; null for a removal
 * @param at when a key is removed
 */
record MemberWork(
    MemberRareEvent cutOff,
    boolean follows,
    boolean subjects,
    String key,
    @Nullable String into,
    Instant at) {
  /** Whether a membership may still change by it. */
  boolean touches(MemberAuditor auditor, MemberAuditor.Link link) {
    String there = subjects ? link.subject() : link.member();
    return there.equals(key) || there.equals(auditor.survivor(subjects, key));
  }
}
