package dev.trueup.config;

import dev.trueup.config.CounterConfig.Layout;
import dev.trueup.counter.SourceDefinition;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads where the facts of a counter are. */
final class SourceReader {
  static final int COLUMNS_MAX = 8;
  private static final int SCALE_MAX = 30;
  private static final List<String> PLACES = List.of("table", "query", "collection");
  private static final List<String> KEYS =
      List.of(
          "datasource",
          "table",
          "query",
          "collection",
          "subject",
          "where",
          "amount",
          "scale",
          "rounding",
          "distinct",
          "id",
          "created",
          "zone",
          "deleted",
          "immutable");

  private final References references;

  SourceReader(References references) {
    this.references = references;
  }

  SourceDefinition read(Section counter, Layout layout) {
    if (!counter.has("source")) {
      counter.fault("source", "missing", "where the facts are: datasource, table, subject");
    }
    Section section = counter.section("source").allowOnly(KEYS);
    boolean present = counter.has("source");
    String place = onePlace(section, PLACES, present);
    boolean query = "query".equals(place);
    Datasource datasource = datasource(section, place, present);

    List<String> subject = section.texts("subject", COLUMNS_MAX);
    if (!section.has("subject")) {
      subject = List.of("subject");
      if (present && !query) {
        section.fault("subject", "missing", "the column, or the list of columns, of the subject");
      }
    }
    String standardAmount = query ? "amount" : "1";
    String amount = Objects.requireNonNullElse(text(section, "amount"), standardAmount);
    String distinct = text(section, "distinct");
    String id = text(section, "id");
    String created = text(section, "created");
    if (query) {
      id = id == null && layout == Layout.MANAGED ? "id" : id;
      created = created == null && layout == Layout.MANAGED ? "created" : created;
    }
    Long scale = section.has("scale") ? scale(section) : null;
    RoundingMode rounding = rounding(section);
    if (layout == Layout.MANAGED) {
      managedOnly(section, present, id, created);
    }
    if (distinct != null && section.has("amount") && !amount.equals("1")) {
      section.fault("amount", "an amount beside distinct", "one of the two: each value counts 1");
    }
    Value zone = section.value("zone");
    ZoneId zoneId = zone == null ? null : zone.zone();
    return new SourceDefinition(
        datasource == null ? "" : datasource.name(),
        text(section, "table"),
        text(section, "query"),
        text(section, "collection"),
        subject,
        text(section, "where"),
        amount,
        scale == null ? null : Math.toIntExact(scale),
        rounding,
        distinct,
        id,
        created,
        text(section, "deleted"),
        zoneId,
        flag(section, "immutable"));
  }

  private static void managedOnly(
      Section section, boolean present, @Nullable String id, @Nullable String created) {
    section.refuse(
        List.of("distinct", "scale", "rounding"),
        "not for a managed counter",
        "layout: adopted; a managed counter adds whole amounts, one change at a time");
    if (present && id == null && !section.has("id")) {
      section.fault("id", "missing", "the column of a fact's own key; managed counters need it");
    }
    if (present && created == null && !section.has("created")) {
      section.fault(
          "created", "missing", "the stamp of a fact's creation; managed counters need it");
    }
  }

  private @Nullable Datasource datasource(
      Section section, @Nullable String place, boolean present) {
    if (!present) {
      return null;
    }
    Value named = section.required("datasource", "a datasource of this file");
    Datasource datasource = references.named(named);
    if (named != null && datasource != null) {
      refuseWrongKind(named, datasource, place);
    }
    return datasource;
  }

  /** A table needs a SQL database, a collection MongoDB. */
  static void refuseWrongKind(Value named, Datasource datasource, @Nullable String place) {
    Datasource.Kind needed =
        place == null
            ? datasource.kind() == Datasource.Kind.REDIS ? Datasource.Kind.JDBC : datasource.kind()
            : switch (place) {
              case "collection" -> Datasource.Kind.MONGODB;
              case "redis-key" -> Datasource.Kind.REDIS;
              default -> Datasource.Kind.JDBC;
            };
    if (datasource.kind() != needed) {
      named.fault(
          needed.words()
              + (place == null ? "" : " for a " + place)
              + "; this one is "
              + datasource.kind().words());
    }
  }

  /** The one key of these that is there. */
  static @Nullable String onePlace(Section section, List<String> places, boolean present) {
    List<String> given = places.stream().filter(section::has).toList();
    if (given.size() == 1) {
      return given.get(0);
    }
    if (present) {
      section.fault(
          given.isEmpty() ? places.get(0) : given.get(1),
          given.isEmpty() ? "missing" : String.join(" and ", given) + " together",
          "exactly one of " + String.join(", ", places));
    }
    return null;
  }

  static @Nullable String text(Section section, String key) {
    Value value = section.value(key);
    return value == null ? null : value.notBlank();
  }

  static boolean flag(Section section, String key) {
    Value value = section.value(key);
    return value != null && Boolean.TRUE.equals(value.flag());
  }

  private static @Nullable Long scale(Section section) {
    Value value = section.value("scale");
    return value == null ? null : value.whole(0, SCALE_MAX);
  }

  private static RoundingMode rounding(Section section) {
    Value value = section.value("rounding");
    String word =
        value == null
            ? null
            : value.oneOf(SourceDefinition.ROUNDINGS.keySet().stream().sorted().toList());
    if (section.has("rounding") && !section.has("scale")) {
      section.fault("rounding", "a rounding without scale", "rounding beside scale only");
    }
    RoundingMode rounding = word == null ? null : SourceDefinition.ROUNDINGS.get(word);
    return rounding == null ? RoundingMode.HALF_UP : rounding;
  }
}
