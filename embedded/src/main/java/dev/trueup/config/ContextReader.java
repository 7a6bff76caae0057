package dev.trueup.config;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one context. */
final class ContextReader {
  private static final int ITEMS_MAX = 1_000;
  private static final int SPAN_DAYS_MAX = 366;
  private static final List<String> KEYS = List.of("items", "span", "zone", "store", "log");
  private static final List<String> LOG_KEYS =
      List.of("datasource", "table", "user", "origin", "seq", "type", "item", "at");

  private ContextReader() {}

  static ContextConfig read(String name, Section section, References references) {
    section.allowOnly(KEYS);
    Value items = section.value("items");
    Long itemCount = items == null ? null : items.whole(1, ITEMS_MAX);
    Value zone = section.value("zone");
    ZoneId zoneId = zone == null ? null : zone.zone();
    return new ContextConfig(
        name,
        itemCount == null ? 20 : itemCount.intValue(),
        spanDays(section),
        zoneId == null ? ZoneOffset.UTC : zoneId,
        references.store(section, null),
        section.has("log") ? log(section.section("log"), references) : null);
  }

  private static int spanDays(Section section) {
    Value span = section.value("span");
    if (span == null) {
      return 7;
    }
    Duration duration = span.duration(Duration.ofDays(1), Duration.ofDays(SPAN_DAYS_MAX));
    if (duration == null) {
      return 7;
    }
    if (!duration.equals(Duration.ofDays(duration.toDays()))) {
      span.fault("whole days, from 1d to " + SPAN_DAYS_MAX + "d");
    }
    return Math.toIntExact(duration.toDays());
  }

  private static ContextConfig.Log log(Section section, References references) {
    section.allowOnly(LOG_KEYS);
    Value named = section.required("datasource", "a datasource of this file");
    Datasource datasource = references.named(named);
    if (named != null && datasource != null && datasource.kind() == Datasource.Kind.REDIS) {
      named.fault(References.NO_TRUTH_IN_REDIS);
    }
    return new ContextConfig.Log(
        datasource == null ? "" : datasource.name(),
        name(section, "table"),
        name(section, "user"),
        name(section, "origin"),
        name(section, "seq"),
        name(section, "type"),
        name(section, "item"),
        name(section, "at"));
  }

  private static String name(Section section, String key) {
    Value value = section.required(key, "the name of a table or column");
    @Nullable String text = value == null ? null : value.notBlank();
    return text == null ? "" : text;
  }
}
