package dev.trueup.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the datasources that other parts of the file name. */
record References(Map<String, Datasource> datasources) {
  static final String NO_TRUTH_IN_REDIS =
      "a SQL database or MongoDB; Redis can lose its memory, so it can hold no truth and no record"
          + " of repairs";

  /** The datasource of a key, whatever its kind; null where it is left out or unknown. */
  @Nullable Datasource named(@Nullable Value value) {
    if (value == null) {
      return null;
    }
    Datasource datasource = datasources.get(value.text());
    if (datasource == null) {
      value.fault(
          "a datasource of this file: "
              + String.join(", ", datasources.keySet())
              + Suggestion.sentence(value.text(), datasources.keySet()));
    }
    return datasource;
  }

  /**
   * The name of the datasource that the key {@code store} of a section gives, as a word or as
   * {@code { datasource: app }}; null where it is left out or faulty.
   *
   * @param refuseRedis what is allowed instead of Redis; null where Redis will do
   */
  @Nullable String store(Section section, @Nullable String refuseRedis) {
    Value value = storeValue(section);
    Datasource datasource = named(value);
    if (value == null || datasource == null) {
      return null;
    }
    if (refuseRedis != null && datasource.kind() == Datasource.Kind.REDIS) {
      value.fault(refuseRedis);
    }
    return datasource.name();
  }

  /**
   * The datasource that holds the state of a counter; null where that is the state file, or
   * unknown.
   *
   * @param own what {@link #store} gave for the counter
   */
  @Nullable Datasource effective(@Nullable String own, StoreConfig standard) {
    String name = own == null ? standard.datasource() : own;
    return name == null ? null : datasources.get(name);
  }

  private static @Nullable Value storeValue(Section section) {
    if (!section.has("store")) {
      return null;
    }
    return section.isMapping("store")
        ? section.section("store").allowOnly(List.of("datasource")).required("datasource", "a name")
        : section.value("store");
  }
}
