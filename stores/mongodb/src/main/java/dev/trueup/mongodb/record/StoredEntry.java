package dev.trueup.mongodb.record;

import dev.trueup.counter.Subject;
import dev.trueup.counter.Verdict;
import dev.trueup.counter.Watermark;
import dev.trueup.mongodb.Micros;
import dev.trueup.repair.RepairEntry;
import java.math.BigDecimal;
import java.time.Instant;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/**
 * The stored form of an entry: {@code {_id: {repair, counter, subject, layout}, repair, counter,
 * subject, layout, verdict, before, truth, correction, factsBefore, eventsBefore, evidence, state,
 * at}}. Amounts are texts, since no number of MongoDB holds every one exactly; times are
 * microseconds. What there is none of is left out.
 */
final class StoredEntry {
  private StoredEntry() {}

  /** The key by itself: its order of fields is a part of it. */
  static Document key(RepairEntry entry) {
    return new Document("repair", entry.repairId())
        .append("counter", entry.counter())
        .append("subject", entry.subject().key())
        .append("layout", entry.layout().name());
  }

  static Document write(RepairEntry entry) {
    Document stored = key(entry);
    stored.append("verdict", entry.verdict().name());
    append(stored, "before", entry.before());
    append(stored, "truth", entry.truth());
    append(stored, "correction", entry.correction());
    Watermark watermark = entry.watermark();
    if (watermark != null) {
      stored
          .append("factsBefore", Micros.of(watermark.factsBefore()))
          .append("eventsBefore", Micros.of(watermark.eventsBefore()));
    }
    return stored
        .append("evidence", entry.evidence())
        .append("state", entry.state().name())
        .append("at", Micros.of(entry.at()));
  }

  private static void append(Document stored, String field, @Nullable BigDecimal number) {
    if (number != null) {
      stored.append(field, number.toPlainString());
    }
  }

  static RepairEntry read(Document stored) {
    Instant factsBefore = Micros.in(stored, "factsBefore");
    Instant eventsBefore = Micros.in(stored, "eventsBefore");
    return new RepairEntry(
        stored.getString("repair"),
        stored.getString("counter"),
        new Subject(stored.getString("subject")),
        RepairEntry.Layout.valueOf(stored.getString("layout")),
        Verdict.valueOf(stored.getString("verdict")),
        number(stored, "before"),
        number(stored, "truth"),
        number(stored, "correction"),
        factsBefore == null || eventsBefore == null
            ? null
            : new Watermark(factsBefore, eventsBefore),
        stored.getString("evidence"),
        RepairEntry.State.valueOf(stored.getString("state")),
        Micros.toInstant(stored.getLong("at")));
  }

  private static @Nullable BigDecimal number(Document stored, String field) {
    String text = stored.getString(field);
    return text == null ? null : new BigDecimal(text);
  }
}
