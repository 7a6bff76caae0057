package dev.trueup.redis.managed;

import dev.trueup.counter.Cell;
import dev.trueup.counter.Watermark;
import dev.trueup.store.Head;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The hash of a subject's head and cells.
 *
 * <p>Fields: {@code v} version, {@code m} mark number, {@code k} marked, {@code b} base, {@code wf}
 * and {@code wb} its watermark, {@code at} when it was installed, {@code d} held, {@code f}
 * forgotten until, {@code q} how many accepting scripts wrote, {@code w} there were large amounts;
 * {@code c} and {@code n} before a cell: its sum, and the number of its changes.
 *
 * @param head null where there is none
 * @param cells the sums
 * @param counts how many changes each cell is made of, as the server writes it
 * @param sequence moves with every change that is applied
 * @param wide large amounts were accepted
 */
record StoredHead(
    @Nullable Head head,
    Map<Cell, Long> cells,
    Map<Cell, String> counts,
    String sequence,
    boolean wide) {
  /** A subject that nothing is known of. */
  static final StoredHead NONE = new StoredHead(null, Map.of(), Map.of(), "0", false);

  static StoredHead of(Map<String, String> fields) {
    if (fields.isEmpty()) {
      return NONE;
    }
    Map<Cell, Long> cells = new HashMap<>();
    Map<Cell, String> counts = new HashMap<>();
    fields.forEach(
        (field, value) -> {
          if (field.charAt(0) == 'c') {
            cells.put(Texts.cell(field.substring(1)), Long.parseLong(value));
          } else if (field.charAt(0) == 'n') {
            counts.put(Texts.cell(field.substring(1)), value);
          }
        });
    return new StoredHead(
        headOf(fields), cells, counts, fields.getOrDefault("q", "0"), fields.containsKey("w"));
  }

  /** The fields of a head alone. */
  static final String[] HEAD_FIELDS = {"v", "m", "k", "b", "wf", "wb", "at", "d", "f"};

  private static @Nullable Head headOf(Map<String, String> fields) {
    String version = fields.get("v");
    if (version == null) {
      return null;
    }
    String forgotten = fields.get("f");
    return new Head(
        baseOf(fields),
        Long.parseLong(version),
        Long.parseLong(fields.getOrDefault("m", "0")),
        "1".equals(fields.get("k")),
        "1".equals(fields.get("d")),
        forgotten == null ? null : Texts.instant(forgotten));
  }

  private static Head.@Nullable Base baseOf(Map<String, String> fields) {
    String base = fields.get("b");
    String factsBefore = fields.get("wf");
    String eventsBefore = fields.get("wb");
    String installedAt = fields.get("at");
    if (base == null || factsBefore == null || eventsBefore == null || installedAt == null) {
      return null;
    }
    return new Head.Base(
        Long.parseLong(base),
        new Watermark(Texts.instant(factsBefore), Texts.instant(eventsBefore)),
        Texts.instant(installedAt));
  }

  /** How a version is compared: empty where there is no head. */
  String version() {
    Head known = head;
    return known == null ? "" : Long.toString(known.version());
  }
}
