package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.mongodb.Micros;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The one document that a change belongs into.
 *
 * @param of the key of its subject
 * @param event the start of its event window, in microseconds
 * @param shard which of the window's documents: the same for the same id, whoever computes it
 */
record ShardKey(String of, long event, int shard) {
  static ShardKey of(Counter counter, int shards, Change change) {
    CRC32 hash = new CRC32();
    hash.update(change.id().getBytes(StandardCharsets.UTF_8));
    return new ShardKey(
        Keys.of(counter, change.subject()),
        Micros.of(counter.cellOf(change).eventWindow()),
        (int) (hash.getValue() % shards));
  }

  /** The document's own key. */
  String id() {
    return of + ' ' + event + ' ' + shard;
  }
}
