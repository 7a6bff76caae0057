package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Watermark;
import dev.trueup.mongodb.DocumentDatabase;
import dev.trueup.mongodb.Micros;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes changes out of documents, with their share of the sums. A document is read, written without
 * them on the condition that nobody wrote to it meanwhile, and read again where somebody did.
 */
final class Dropping {
  private static final int ATTEMPTS_MAX = 20;

  private final DocumentDatabase database;
  private final ShardDocuments shards;

  Dropping(DocumentDatabase database, ShardDocuments shards) {
    this.database = database;
    this.shards = shards;
  }

  /**
   * Drops what is inside.
   *
   * @return what was dropped; null: others kept writing to the document, and some of it may be left
   *     in it
   */
  @Nullable List<Change> inside(Counter counter, Shard read, Watermark watermark) {
    return drop(counter, read, change -> watermark.covers(counter.cellOf(change)));
  }

  /** Takes one change back that was just added; whether it is gone. */
  boolean withdraw(Counter counter, ShardKey key, Change change) {
    Shard read = shards.find(counter, key.id());
    return read == null || drop(counter, read, change::equals) != null;
  }

  private @Nullable List<Change> drop(Counter counter, Shard first, Predicate<Change> goes) {
    Shard read = first;
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      List<Change> dropped = new ArrayList<>();
      List<Change> kept = new ArrayList<>();
      for (Change change : read.changes(counter)) {
        (goes.test(change) ? dropped : kept).add(change);
      }
      if (dropped.isEmpty()) {
        return dropped;
      }
      Map<Long, Long> cells = sums(counter, kept);
      if (cells == null) {
        return null;
      }
      boolean written =
          kept.isEmpty()
              ? shards.remove(counter, read)
              : shards.replace(counter, read, cells, kept);
      if (written) {
        return dropped;
      }
      database.retryCounts().race();
      Shard again = shards.find(counter, read.id());
      if (again == null) {
        return List.of();
      }
      read = again;
    }
    return null;
  }

  /** Null: without what goes, a sum would pass 64 bits. */
  private static @Nullable Map<Long, Long> sums(Counter counter, List<Change> kept) {
    Map<Long, BigInteger> exact = new HashMap<>();
    for (Change change : kept) {
      exact.merge(
          Micros.of(counter.cellOf(change).factWindow()),
          BigInteger.valueOf(change.amount()),
          BigInteger::add);
    }
    Map<Long, Long> sums = new HashMap<>();
    for (Map.Entry<Long, BigInteger> sum : exact.entrySet()) {
      if (sum.getValue().bitLength() >= Long.SIZE) {
        return null;
      }
      sums.put(sum.getKey(), sum.getValue().longValue());
    }
    return sums;
  }
}
