package dev.trueup.config;

import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads one counter, of whichever kind. */
final class CounterReader {
  private static final List<String> KINDS = List.of("rows", "events", "members", "ledger");
  private static final List<String> LAYOUTS = List.of("adopted", "managed");
  private static final List<String> ROWS_ONLY =
      List.of("layout", "source", "target", "window", "settle", "reconcile", "alerts", "shards");
  private static final List<String> NO_ROWS = List.of("layout", "source", "target", "alerts");

  private final References references;
  private final StoreConfig standard;
  private final ExactReader exact;

  CounterReader(References references, StoreConfig store) {
    this.references = references;
    this.standard = store;
    this.exact = new ExactReader(references, store);
  }

  CounterConfig read(String name, Section section) {
    Value kind = section.required("kind", String.join(", ", KINDS));
    String word = kind == null ? null : kind.oneOf(KINDS);
    return switch (word == null ? "" : word) {
      case "events" -> events(name, section);
      case "members" ->
          exact.members(
              name,
              exactKeys(
                  section, "members", "other-side", "per", "zone", "retention", "self-membership"));
      case "ledger" ->
          exact.ledger(name, exactKeys(section, "ledger", "floor", "ceiling", "expire-every"));
      case "rows" -> rows(name, section);
      default -> exact.ledger(name, section);
    };
  }

  /** Some of the keys of rows counters are its own where its journal is recounted. */
  private CounterConfig events(String name, Section section) {
    List<String> own = new ArrayList<>(List.of("kind", "store"));
    own.addAll(EventReader.KEYS);
    own.addAll(RecountReader.KEYS);
    String allowed = String.join(", ", own);
    section.refuse(NO_ROWS, "a counter of kind events has no rows to recount", allowed);
    List<String> known = new ArrayList<>(own);
    known.addAll(NO_ROWS);
    return exact.events(name, section.allowOnly(known, allowed));
  }

  /** Keys of rows counters get a reason, not a spelling hint: they would make truth eventual. */
  private static Section exactKeys(Section section, String kind, String... own) {
    List<String> keys = new ArrayList<>(List.of("kind", "store"));
    keys.addAll(List.of(own));
    String allowed = String.join(", ", keys);
    section.refuse(
        ROWS_ONLY,
        kind.equals("ledger")
            ? "a ledger is exact and never goes through an eventual path"
            : "a counter of kind " + kind + " has no rows to recount",
        allowed);
    keys.addAll(ROWS_ONLY);
    return section.allowOnly(keys, allowed);
  }

  private CounterConfig rows(String name, Section section) {
    List<String> keys = new ArrayList<>(List.of("kind", "store"));
    keys.addAll(ROWS_ONLY);
    section.allowOnly(keys);
    Value layoutValue = section.required("layout", String.join(", ", LAYOUTS));
    String word = layoutValue == null ? null : layoutValue.oneOf(LAYOUTS);
    Layout layout =
        word != null
            ? Layout.valueOf(word.toUpperCase(Locale.ROOT))
            : section.has("target") ? Layout.ADOPTED : Layout.MANAGED;

    SourceDefinition source = new SourceReader(references).read(section, layout);
    TargetDefinition target = null;
    if (layout == Layout.ADOPTED) {
      target = new TargetReader(references).read(section, source);
      section.refuse(
          List.of("store"),
          "an adopted counter's number is in its target",
          "store for managed counters; repairs are recorded in the store at the top of the file");
    } else {
      section.refuse(
          List.of("target"), "a managed counter has no target", "target for layout: adopted");
    }
    Duration window = RecountReader.window(section);
    Duration settle = RecountReader.settle(section, layout == Layout.MANAGED ? window : null);
    String store = references.store(section, null);
    Datasource rows = references.effective(source.datasource(), standard);
    if (rows != null && rows.kind() == Datasource.Kind.MONGODB) {
      RecountReader.refusePause(section, "a query in SQL, and the rows are in MongoDB");
    }
    return new CounterConfig.Rows(
        name,
        layout,
        source,
        target,
        window,
        settle,
        ScheduleReader.reconcile(section),
        ScheduleReader.alerts(section),
        shards(section, layout, store),
        store);
  }

  private int shards(Section section, Layout layout, @Nullable String store) {
    Datasource datasource = references.effective(store, standard);
    if (layout == Layout.ADOPTED
        || datasource == null
        || datasource.kind() != Datasource.Kind.MONGODB) {
      section.refuse(
          List.of("shards"),
          "only MongoDB cuts a subject's changes into documents",
          "shards for managed counters whose store is MongoDB");
      return CounterConfig.Rows.SHARDS_DEFAULT;
    }
    return RecountReader.shards(section);
  }

  static Duration duration(
      Section section, String key, Duration standard, Duration min, Duration max) {
    Value value = section.value(key);
    @Nullable Duration duration = value == null ? null : value.duration(min, max);
    return duration == null ? standard : duration;
  }
}
