package dev.trueup.mongodb.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Change;
import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.mongodb.Micros;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * A document of cells as it was read.
 *
 * @param id its key
 * @param of the key of its subject
 * @param life a random number that it was made with: a document that went and came again is another
 * @param revision raised by every write
 * @param cells its cells, by what their sum is
 * @param stored the document itself, with as much of it as was asked for
 */
record Shard(
    String id, String of, long life, long revision, Map<Cell, Long> cells, Document stored) {

  static Shard read(Document stored) {
    long event = stored.getLong("event");
    Map<Cell, Long> cells = new HashMap<>();
    for (Map.Entry<String, Object> cell : stored.get("cells", Document.class).entrySet()) {
      cells.put(
          new Cell(Micros.toInstant(Long.parseLong(cell.getKey())), Micros.toInstant(event)),
          ((Number) cell.getValue()).longValue());
    }
    return new Shard(
        stored.getString("_id"),
        stored.getString("of"),
        stored.getLong("life"),
        stored.getLong("revision"),
        cells,
        stored);
  }

  Subject subject() {
    return Keys.subjectIn(of);
  }

  /** The changes, where they were asked for. */
  List<Change> changes(Counter counter) {
    Subject subject = subject();
    List<Change> changes = new ArrayList<>();
    for (Document change : stored.getList("changes", Document.class, List.of())) {
      changes.add(StoredChange.read(counter, subject, change));
    }
    return changes;
  }

  /** How much of the document's size its changes take, about. */
  long bytes() {
    return stored.getLong("bytes");
  }

  /** Whether the other is the same document with nothing written in between. */
  boolean isUnchanged(Shard other) {
    return id.equals(other.id) && life == other.life && revision == other.revision;
  }
}
