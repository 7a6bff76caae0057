package dev.trueup.config;

import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.counter.Counter;
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
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration DAY = Duration.ofDays(1);

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
      case "events" ->
          exact.events(name, exactKeys(section, "events", EventReader.KEYS.toArray(String[]::new)));
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
    Duration window = duration(section, "window", Counter.WINDOW_DEFAULT, MILLISECOND, DAY);
    Duration settle = duration(section, "settle", Counter.SETTLE_DEFAULT, MILLISECOND, DAY);
    if (layout == Layout.MANAGED && settle.compareTo(window) < 0) {
      section.fault(
          "settle",
          DurationText.of(settle) + ", shorter than the window of " + DurationText.of(window),
          "at least one window");
    }
    String store = references.store(section, null);
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
    String effective = store == null ? standard.datasource() : store;
    Datasource datasource = effective == null ? null : references.datasources().get(effective);
    if (layout == Layout.ADOPTED
        || datasource == null
        || datasource.kind() != Datasource.Kind.MONGODB) {
      section.refuse(
          List.of("shards"),
          "only MongoDB cuts a subject's changes into documents",
          "shards for managed counters whose store is MongoDB");
      return CounterConfig.Rows.SHARDS_DEFAULT;
    }
    Value value = section.value("shards");
    Long shards = value == null ? null : value.whole(1, CounterConfig.Rows.SHARDS_MAX);
    return shards == null ? CounterConfig.Rows.SHARDS_DEFAULT : Math.toIntExact(shards);
  }

  static Duration duration(
      Section section, String key, Duration standard, Duration min, Duration max) {
    Value value = section.value(key);
    @Nullable Duration duration = value == null ? null : value.duration(min, max);
    return duration == null ? standard : duration;
  }
}
