package dev.trueup.redis.adopted;

import dev.trueup.error.TrueupException;
import dev.trueup.error.UnavailableException;
import dev.trueup.redis.Call;
import dev.trueup.redis.Redis;
import dev.trueup.redis.Script;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to repair one counter: a key with an end, moved on with every use. It outlives a holder
 * that was killed by its length, and guards nothing by itself: a value is corrected only if it is
 * still the one sampled.
 */
final class RedisLease implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RedisLease.class);
  private static final Script LEASE =
      Script.of(Script.resource(RedisLease.class, "lease.lua"), true);

  private final Redis redis;
  private final String counter;
  private final String owner = UUID.randomUUID().toString();
  private final Duration length;

  private RedisLease(Redis redis, String counter, Duration length) {
    this.redis = redis;
    this.counter = counter;
    this.length = length;
  }

  /**
   * @param length longer than the holder may go without using it
   */
  static Optional<RedisLease> tryTake(Redis redis, String counter, Duration length) {
    RedisLease lease = new RedisLease(redis, counter, length);
    return lease.say(length, "take") ? Optional.of(lease) : Optional.empty();
  }

  private boolean say(Duration until, String take) {
    Call call =
        new Call(
            LEASE,
            List.of("trueup:1:{" + counter + "}:repairer"),
            List.of(owner, Long.toString(until.toMillis()), take));
    return redis
        .run("take the right to repair " + counter, false, List.of(call))
        .get(0)
        .word()
        .equals("held");
  }

  /**
   * Moves the end on.
   *
   * @throws UnavailableException if somebody else has the right by now, or nobody
   */
  void require() {
    if (!say(length, "")) {
      throw new UnavailableException(
          "The right to repair "
              + counter
              + " was lost: "
              + redis.place()
              + " does not know it any more. Nothing more was written. Run the repair again.");
    }
  }

  @Override
  public void close() {
    try {
      say(Duration.ZERO, "");
    } catch (TrueupException e) {
      LOG.warn("The right to repair {} ends by itself within {}", counter, length, e);
    }
  }
}
