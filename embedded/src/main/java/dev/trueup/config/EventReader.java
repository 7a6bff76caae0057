package dev.trueup.config;

import dev.trueup.counter.WellFormed;
import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventCounter.Counts;
import dev.trueup.events.Exclusion;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads what a counter of events declares: what counts as one. */
final class EventReader {
  static final List<String> KEYS = List.of("retention", "counts", "leave-out", "cap", "seal-every");

  private static final Duration RETENTION_STANDARD = Duration.ofDays(30);
  private static final Duration SEAL_STANDARD = Duration.ofMinutes(10);
  private static final Duration SEAL_MIN = Duration.ofSeconds(1);
  private static final Duration SEAL_MAX = Duration.ofDays(1);
  private static final Duration INTERVAL_MIN = Duration.ofMillis(1);
  private static final Duration INTERVAL_MAX = Duration.ofDays(366);
  private static final int EXCLUSIONS_MAX = 20;
  private static final int VALUES_MAX = 100;
  private static final long MOST_MAX = 1_000_000_000;
  private static final List<String> CONDITIONS = List.of("is", "same-as", "missing");
  private static final List<String> UNITS = List.of("day", "week", "month");

  private EventReader() {}

  static CounterConfig.Events read(
      String name, Section section, CounterConfig.Recounting recounting, @Nullable String store) {
    Value counts = section.value("counts");
    String word = counts == null ? null : counts.oneOf(List.of("every", "once-per-id"));
    return new CounterConfig.Events(
        name,
        CounterReader.duration(
            section,
            "retention",
            RETENTION_STANDARD,
            EventCounter.RETENTION_MIN,
            EventCounter.RETENTION_MAX),
        "once-per-id".equals(word) ? Counts.ONCE_PER_ID : Counts.EVERY,
        exclusions(section),
        section.has("cap") ? cap(section.section("cap")) : null,
        CounterReader.duration(section, "seal-every", SEAL_STANDARD, SEAL_MIN, SEAL_MAX),
        recounting,
        store);
  }

  private static List<Exclusion> exclusions(Section section) {
    List<Exclusion> exclusions = new ArrayList<>();
    for (Section one : section.sections("leave-out", EXCLUSIONS_MAX)) {
      Exclusion exclusion = exclusion(one);
      if (exclusion != null) {
        exclusions.add(exclusion);
      }
    }
    return exclusions;
  }

  private static @Nullable Exclusion exclusion(Section section) {
    section.allowOnly(List.of("attribute", "is", "same-as", "missing"));
    String attribute = attribute(section.required("attribute", "the name of an attribute"));
    List<String> given = CONDITIONS.stream().filter(section::has).toList();
    if (given.size() != 1) {
      section.fault(
          given.isEmpty() ? "is" : given.get(1),
          given.isEmpty() ? "no condition" : "a second condition beside " + given.get(0),
          "exactly one of " + String.join(", ", CONDITIONS));
      return null;
    }
    return switch (given.get(0)) {
      case "is" -> {
        List<String> values = section.texts("is", VALUES_MAX);
        yield attribute == null || values.isEmpty()
            ? null
            : new Exclusion.Is(attribute, new LinkedHashSet<>(values));
      }
      case "same-as" -> {
        String other = attribute(section.value("same-as"));
        if (other != null && other.equals(attribute)) {
          section.fault("same-as", "the attribute itself", "another attribute");
          yield null;
        }
        yield attribute == null || other == null ? null : new Exclusion.SameAs(attribute, other);
      }
      default -> {
        Value missing = section.value("missing");
        if (missing != null && missing.oneOf(List.of("true")) == null) {
          yield null;
        }
        yield attribute == null ? null : new Exclusion.Missing(attribute);
      }
    };
  }

  private static @Nullable String attribute(@Nullable Value value) {
    if (value == null) {
      return null;
    }
    if (!WellFormed.isKey(value.text(), Event.ATTRIBUTE_BYTES_MAX)) {
      value.fault(
          "the name of an attribute, 1 to " + Event.ATTRIBUTE_BYTES_MAX + " bytes of UTF-8");
      return null;
    }
    return value.text();
  }

  private static @Nullable Cap cap(Section section) {
    section.allowOnly(List.of("most", "interval", "zone"));
    Value mostValue = section.required("most", "how often an actor counts, 1 or more");
    Long most = mostValue == null ? null : mostValue.whole(1, MOST_MAX);
    CapInterval interval = interval(section);
    return most == null || interval == null ? null : new Cap(most, interval);
  }

  private static @Nullable CapInterval interval(Section section) {
    Value value = section.required("interval", "a duration, or day, week or month of a zone");
    Value zoneValue = section.value("zone");
    ZoneId zone = zoneValue == null ? null : zoneValue.zone();
    if (value == null) {
      return null;
    }
    if (UNITS.contains(value.text())) {
      if (!section.has("zone")) {
        section.fault(
            "zone", "missing beside interval: " + value.text(), "the zone whose calendar is meant");
      }
      return zone == null
          ? null
          : new CapInterval.Calendar(
              CapInterval.Unit.valueOf(value.text().toUpperCase(Locale.ROOT)), zone);
    }
    if (section.has("zone")) {
      section.fault(
          "zone", "a zone beside a duration", "zone beside interval: day, week or month only");
    }
    Duration length = value.duration(INTERVAL_MIN, INTERVAL_MAX);
    return length == null ? null : new CapInterval.Fixed(length);
  }
}
