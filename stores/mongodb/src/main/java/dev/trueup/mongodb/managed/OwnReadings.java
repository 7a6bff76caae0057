package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Reading;
import dev.trueup.store.Head;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reading right after one's own change, where a window is one document. The update shows its
 * own document as it was right after; if head and all other documents of the subject are the same
 * before and after it, they were so at that moment too. Where they are not, there is no reading.
 */
final class OwnReadings {
  private final HeadDocuments heads;
  private final ShardDocuments shards;
  private final Adding adding;

  OwnReadings(HeadDocuments heads, ShardDocuments shards, Adding adding) {
    this.heads = heads;
    this.shards = shards;
    this.adding = adding;
  }

  Outcome add(AcceptBatch batch, int at) {
    Counter counter = batch.counter();
    Change change = batch.change(at);
    Map<String, Shard> before = documents(counter, change);
    Head head = heads.find(counter, change.subject());
    Head.Base base = head == null ? null : head.base();
    if (base == null) {
      return adding.add(batch, at);
    }
    BigInteger expected = value(base, before.values()).add(BigInteger.valueOf(change.amount()));
    if (expected.bitLength() >= Long.SIZE) {
      return refused(batch, at);
    }
    Adding.Added added = adding.addAndShow(batch, at);
    Shard own = added.added();
    if (own == null) {
      return added.outcome();
    }
    Map<String, Shard> after = documents(counter, change);
    Head headAfter = heads.find(counter, change.subject());
    boolean still =
        headAfter != null
            && head != null
            && headAfter.version() == head.version()
            && sameBeside(own, before, after);
    if (!still) {
      return added.outcome();
    }
    before.put(own.id(), own);
    BigInteger value = value(base, before.values());
    return value.bitLength() >= Long.SIZE
        ? added.outcome()
        : Outcome.applied(
            new Reading(
                counter.name(),
                change.subject(),
                value.longValue(),
                Reading.Mode.FAST,
                base.watermark(),
                age(base, batch)));
  }

  private Outcome refused(AcceptBatch batch, int at) {
    Change change = batch.change(at);
    Shard shard = shards.find(batch.counter(), batch.key(at), change.id());
    boolean known = shard != null && !shard.changes(batch.counter()).isEmpty();
    return known ? adding.add(batch, at) : Adding.overflow(change, "the reading");
  }

  private Map<String, Shard> documents(Counter counter, Change change) {
    Map<String, Shard> documents = new HashMap<>();
    for (Shard shard : shards.ofSubjects(counter, List.of(change.subject()), false)) {
      documents.put(shard.id(), shard);
    }
    return documents;
  }

  private static boolean sameBeside(
      Shard own, Map<String, Shard> before, Map<String, Shard> after) {
    Map<String, Shard> one = new HashMap<>(before);
    Map<String, Shard> other = new HashMap<>(after);
    one.remove(own.id());
    other.remove(own.id());
    return one.keySet().equals(other.keySet())
        && one.values().stream().allMatch(shard -> isUnchanged(shard, other.get(shard.id())));
  }

  private static boolean isUnchanged(Shard shard, @Nullable Shard other) {
    return other != null && shard.isUnchanged(other);
  }

  private static BigInteger value(Head.Base base, Collection<Shard> documents) {
    BigInteger value = BigInteger.valueOf(base.value());
    for (Shard shard : documents) {
      for (var cell : shard.cells().entrySet()) {
        if (!base.watermark().covers(cell.getKey())) {
          value = value.add(BigInteger.valueOf(cell.getValue()));
        }
      }
    }
    return value;
  }

  private static Duration age(Head.Base base, AcceptBatch batch) {
    Duration age = Duration.between(base.installedAt(), batch.now());
    return age.isNegative() ? Duration.ZERO : age;
  }
}
