package dev.trueup.redis.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.counter.Subject;
import dev.trueup.store.Head;
import dev.trueup.store.StoredSubject;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The reading right after each change of one script, told from what stood when all were written:
 * going back, each takes its own amount away. For one thread.
 */
final class Readings {
  private final Counter counter;
  private final Subject subject;
  private final Head.@Nullable Base base;
  private final Duration age;
  private BigInteger value;

  Readings(Counter counter, Subject subject, StoredHead after, Instant now) {
    this.counter = counter;
    this.subject = subject;
    Head head = after.head();
    this.base = head == null ? null : head.base();
    Head.Base known = base;
    Duration since = known == null ? Duration.ZERO : Duration.between(known.installedAt(), now);
    this.age = since.isNegative() ? Duration.ZERO : since;
    this.value =
        known == null
            ? BigInteger.ZERO
            : BigInteger.valueOf(new StoredSubject(head, after.cells()).fastValue());
  }

  /** The outcome of the last applied change that is left; then the one before it is. */
  Outcome before(Change change) {
    Head.Base known = base;
    if (known == null) {
      return Outcome.applied();
    }
    Reading reading =
        new Reading(
            counter.name(),
            subject,
            value.longValueExact(),
            Reading.Mode.FAST,
            known.watermark(),
            age);
    value = value.subtract(BigInteger.valueOf(change.amount()));
    return Outcome.applied(reading);
  }
}
