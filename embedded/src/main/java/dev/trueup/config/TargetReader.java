package dev.trueup.config;

import dev.trueup.counter.SourceDefinition;
import dev.trueup.counter.TargetDefinition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads where the number of an adopted counter is. */
final class TargetReader {
  private static final List<String> PLACES = List.of("table", "collection", "redis-key");
  private static final List<String> KEYS =
      List.of(
          "datasource",
          "table",
          "collection",
          "redis-key",
          "key",
          "column",
          "where",
          "same-transaction");
  private static final String SUBJECT_PLACE = "<subject>";

  private final References references;

  TargetReader(References references) {
    this.references = references;
  }

  TargetDefinition read(Section counter, SourceDefinition source) {
    boolean present = counter.has("target");
    if (!present) {
      counter.fault("target", "missing", "where the number is: table, key, column");
    }
    Section section = counter.section("target").allowOnly(KEYS);
    String place = SourceReader.onePlace(section, PLACES, present);
    String datasource = datasource(section, place, source);
    List<String> key = section.texts("key", SourceReader.COLUMNS_MAX);
    boolean sameTransaction = SourceReader.flag(section, "same-transaction");
    if ("redis-key".equals(place)) {
      redis(section);
    } else if (present && place != null) {
      keyAndColumn(section, source, key);
    }
    if (sameTransaction && !datasource.equals(source.datasource())) {
      section.fault(
          "same-transaction",
          "true, with rows in " + source.datasource() + " and the number in " + datasource,
          "true only where both are in one datasource");
    }
    return new TargetDefinition(
        datasource,
        SourceReader.text(section, "table"),
        SourceReader.text(section, "collection"),
        SourceReader.text(section, "redis-key"),
        key,
        SourceReader.text(section, "column"),
        SourceReader.text(section, "where"),
        sameTransaction);
  }

  /** Left out, it is the source's. */
  private String datasource(Section section, @Nullable String place, SourceDefinition source) {
    Value named = section.value("datasource");
    if (named == null) {
      Datasource standard = references.datasources().get(source.datasource());
      if (standard != null && "redis-key".equals(place) && !section.has("datasource")) {
        section.fault("datasource", "missing beside redis-key", "a datasource that is Redis");
      }
      return source.datasource();
    }
    Datasource datasource = references.named(named);
    if (datasource == null) {
      return source.datasource();
    }
    if (place != null) {
      SourceReader.refuseWrongKind(named, datasource, place);
    }
    return datasource.name();
  }

  private static void redis(Section section) {
    section.refuse(
        List.of("key", "column", "where", "same-transaction"),
        "not beside redis-key",
        "datasource and redis-key, with `#field` for a field of a hash");
    Value pattern = section.value("redis-key");
    if (pattern != null && !pattern.text().contains(SUBJECT_PLACE)) {
      pattern.fault("a key with " + SUBJECT_PLACE + " where the subject goes");
    }
  }

  private static void keyAndColumn(Section section, SourceDefinition source, List<String> key) {
    section.required("column", "the column that holds the number");
    if (!section.has("key")) {
      section.fault("key", "missing", "the column, or the list of columns, that holds the subject");
    } else if (!key.isEmpty()
        && !source.subject().isEmpty()
        && key.size() != source.subject().size()) {
      section.fault(
          "key",
          key.size() + " columns for a subject of " + source.subject().size(),
          "as many, in the same order");
    }
  }
}
