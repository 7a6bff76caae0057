package dev.trueup.mongodb.managed;

import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.Micros;
import java.nio.charset.StandardCharsets;
import org.bson.Document;

/**
 * A change as it is stored: {@code {id, n: amount, f: fact, o: occurredAt, a: factAt}}. The names
 * are short because there is one for every change of an open window.
 */
final class StoredChange {
  /** What the fields of a change take beside its texts, rounded up. */
  private static final long BYTES_BESIDE_TEXTS = 80;

  private StoredChange() {}

  static Document write(Change change) {
    return new Document("id", change.id())
        .append("n", change.amount())
        .append("f", change.fact())
        .append("o", Micros.of(change.occurredAt()))
        .append("a", Micros.of(change.factAt()));
  }

  static Change read(Counter counter, Subject subject, Document stored) {
    return new Change(
        counter.name(),
        subject,
        stored.getLong("n"),
        stored.getString("f"),
        stored.getString("id"),
        Micros.toInstant(stored.getLong("o")),
        Micros.toInstant(stored.getLong("a")));
  }

  /** About how much of a document's size it takes; never less than that. */
  static long bytes(Change change) {
    return BYTES_BESIDE_TEXTS
        + change.id().getBytes(StandardCharsets.UTF_8).length
        + change.fact().getBytes(StandardCharsets.UTF_8).length;
  }
}
