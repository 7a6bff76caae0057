package dev.trueup.testkit.ledger;

import dev.trueup.counter.Subject;
import dev.trueup.ledger.Bounds;
import dev.trueup.ledger.LedgerOperation;
import dev.trueup.ledger.LedgerOperation.Append;
import dev.trueup.ledger.LedgerOperation.Post;
import dev.trueup.ledger.LedgerOperation.Release;
import dev.trueup.ledger.LedgerOperation.Reserve;
import dev.trueup.ledger.LedgerOperation.Transfer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Thinks up operations. Not thread-safe. */
final class LedgerClient {
  private static final long HUGE = Long.MAX_VALUE / 3;

  private final RandomGenerator random;
  private final Bounds bounds;
  private final List<Subject> subjects;
  private final List<Reserve> reserved = new ArrayList<>();
  private final List<LedgerOperation> sent = new ArrayList<>();
  private int ids;

  LedgerClient(RandomGenerator random, Bounds bounds, List<Subject> subjects) {
    this.random = random;
    this.bounds = bounds;
    this.subjects = subjects;
  }

  LedgerOperation next(Instant now) {
    LedgerOperation operation = think(now);
    sent.add(operation);
    return operation;
  }

  private LedgerOperation think(Instant now) {
    int dice = random.nextInt(100);
    if (dice < 30) {
      long amount = amount();
      // A little more comes in than goes out, so that there is something to take.
      return new Append(subject(), id(), random.nextInt(100) < 55 ? amount : -amount);
    }
    if (dice < 45) {
      int from = random.nextInt(subjects.size());
      int to = (from + 1 + random.nextInt(subjects.size() - 1)) % subjects.size();
      return new Transfer(subjects.get(from), subjects.get(to), id(), amount());
    }
    if (dice < 65 || reserved.isEmpty()) {
      Reserve reserve =
          new Reserve(
              subject(), id(), amount(), now.plus(Duration.ofMillis(200 + random.nextInt(8_000))));
      reserved.add(reserve);
      return reserve;
    }
    Reserve reserve = reserved.get(recent(reserved.size()));
    if (dice < 90) {
      return new Post(reserve.subject(), reserve.id(), id(), part(reserve.amount()));
    }
    return new Release(reserve.subject(), reserve.id());
  }

  /** Null for all that is left; now and then more than there can be. */
  private @Nullable Long part(long whole) {
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> null;
      case 3 -> whole + 1;
      default -> 1 + random.nextLong(whole);
    };
  }

  /** The same id with something else. */
  LedgerOperation contradict() {
    LedgerOperation old = sent.get(recent(sent.size()));
    return new Append(old.subject(), old.id(), 1 + random.nextInt(1_000_000));
  }

  private int recent(int size) {
    return size - 1 - random.nextInt(Math.min(size, 12));
  }

  private long amount() {
    if (!bounds.hasCeiling() && random.nextInt(12) == 0) {
      return HUGE + random.nextInt(1_000);
    }
    return 1L + random.nextInt(12);
  }

  private Subject subject() {
    return subjects.get(random.nextInt(subjects.size()));
  }

  private String id() {
    return "id-" + ++ids;
  }
}
