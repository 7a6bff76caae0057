package dev.trueup.repair;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One repair: a run that corrected, or tried to correct, subjects of one or more counters.
 *
 * @param id as printed to people, {@code r-20300101-0001}; the day is UTC
 * @param state where it stands
 * @param openedAt when it began
 * @param closedAt when it ended, or was found interrupted
 */
public record Repair(String id, State state, Instant openedAt, @Nullable Instant closedAt) {
  /** Where a repair stands. */
  public enum State {
    /** Running, or ended without saying so. */
    OPEN,
    /** Every subject it meant to correct has a result. */
    CLOSED,
    /** It died half way: a later repairer found it open and nobody at work on it. */
    INTERRUPTED,
    /** Taken back, whole or in part; the entries say which. */
    UNDONE
  }
}
