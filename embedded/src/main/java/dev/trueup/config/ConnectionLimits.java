package dev.trueup.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much of a database is used at once, how long it is waited for and how often it is asked
 * again. What is null is as the family of databases has it by default.
 *
 * @param connections SQL and MongoDB: the most connections held at once
 * @param connectTimeout SQL and MongoDB: how long to wait for a server or a free connection
 * @param answerTimeout MongoDB: how long to wait for one answer; Redis: for a whole call, sent
 *     again or not
 * @param attempts MongoDB and Redis: how often an operation is sent in all, the first time too
 * @param deadline MongoDB: no attempt begins later than this after the first
 * @param backoff MongoDB and Redis: the pause before the second attempt; it doubles each time
 * @param backoffMax MongoDB and Redis: the longest pause
 */
public record ConnectionLimits(
    @Nullable Integer connections,
    @Nullable Duration connectTimeout,
    @Nullable Duration answerTimeout,
    @Nullable Integer attempts,
    @Nullable Duration deadline,
    @Nullable Duration backoff,
    @Nullable Duration backoffMax) {
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(null, null, null, null, null, null, null);
}
