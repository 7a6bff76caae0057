package dev.trueup.cli.inspect;

import dev.trueup.error.BadRequestException;
import dev.trueup.mongodb.DocumentDatabase;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Date;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;

/**
 * The collections of a MongoDB database as tables. Nothing declares their fields, so they are
 * gathered from the oldest and the newest documents of each; a field that none of these has is not
 * known. Fields of documents within documents are columns named by their path; lists are left out.
 */
final class DocumentCatalog {
  /** So many documents from either end of a collection are looked at. */
  static final int DOCUMENTS_MAX = 500;

  private static final int DEPTH_MAX = 3;
  private static final int FIELDS_MAX = 300;
  private static final String KEY = "_id";

  private DocumentCatalog() {}

  /**
   * Looks at the collections.
   *
   * @throws BadRequestException if there are none
   */
  static Catalog read(DocumentDatabase database, Limits limits) {
    List<String> names =
        database.read(
            "list its collections",
            () -> database.database().listCollectionNames().into(new ArrayList<>()));
    names.removeIf(name -> name.startsWith("system.") || Catalog.isOwn(name));
    if (names.isEmpty()) {
      throw new BadRequestException(
          database.place()
              + " has no collections that could be looked at. Nothing was written. Check the name of"
              + " the database: MongoDB takes any.");
    }
    names.sort(null);
    List<Table> tables = new ArrayList<>();
    for (String name : names.subList(0, Math.min(Catalog.TABLES_MAX, names.size()))) {
      tables.add(table(database, name, limits));
    }
    return new Catalog(List.copyOf(tables), true, names.size() - tables.size());
  }

  private static Table table(DocumentDatabase database, String name, Limits limits) {
    Map<String, Field> fields = new TreeMap<>();
    Set<Object> seen = new HashSet<>();
    for (int order : List.of(1, -1)) {
      List<Document> documents =
          database.read(
              "look at " + name,
              () ->
                  database
                      .collection(name)
                      .find()
                      .sort(new Document(KEY, order))
                      .limit(DOCUMENTS_MAX)
                      .maxTime(limits.seconds(), TimeUnit.SECONDS)
                      .into(new ArrayList<>()));
      for (Document document : documents) {
        if (seen.add(Objects.requireNonNull(document.get(KEY)))) {
          gather(document, "", 1, fields);
        }
      }
    }
    List<Column> columns = new ArrayList<>();
    fields.forEach((path, field) -> columns.add(field.asColumn(path, seen.size())));
    return new Table(name, columns, List.of(KEY), List.of());
  }

  private static void gather(
      Document document, String prefix, int depth, Map<String, Field> fields) {
    document.forEach(
        (key, value) -> {
          String path = prefix + key;
          if (value instanceof Document inner && depth < DEPTH_MAX && !path.equals(KEY)) {
            gather(inner, path + ".", depth + 1, fields);
          } else if (!key.contains(".") && !key.startsWith("$") && !(value instanceof List)) {
            if (fields.containsKey(path) || fields.size() < FIELDS_MAX) {
              fields.computeIfAbsent(path, one -> new Field()).saw(value);
            }
          }
        });
  }

  /** What was seen of one field. */
  private static final class Field {
    private final Map<Column.Type, Integer> types = new EnumMap<>(Column.Type.class);
    private int values;
    private int scale;

    void saw(@Nullable Object value) {
      if (value == null) {
        return;
      }
      values++;
      types.merge(typeOf(value), 1, Integer::sum);
      if (value instanceof Decimal128 decimal && decimal.isFinite()) {
        scale = Math.max(scale, decimal.bigDecimalValue().scale());
      }
    }

    /** Whole numbers that some documents hold as doubles are whole; a rare text changes nothing. */
    Column asColumn(String path, int documents) {
      Column.Type type = Column.Type.OTHER;
      int most = 0;
      for (Map.Entry<Column.Type, Integer> entry : types.entrySet()) {
        if (entry.getValue() > most) {
          most = entry.getValue();
          type = entry.getKey();
        }
      }
      if (type == Column.Type.WHOLE && types.containsKey(Column.Type.DECIMAL)) {
        type = Column.Type.DECIMAL;
      }
      return new Column(path, type, type == Column.Type.DECIMAL ? scale : 0, values < documents);
    }

    private static Column.Type typeOf(Object value) {
      if (value instanceof Integer || value instanceof Long) {
        return Column.Type.WHOLE;
      }
      if (value instanceof Double number) {
        return number == Math.rint(number) && !number.isInfinite()
            ? Column.Type.WHOLE
            : Column.Type.FLOATING;
      }
      if (value instanceof Decimal128 decimal) {
        return decimal.isFinite() && isWhole(decimal.bigDecimalValue())
            ? Column.Type.WHOLE
            : Column.Type.DECIMAL;
      }
      if (value instanceof Boolean) {
        return Column.Type.TRUTH;
      }
      if (value instanceof Date) {
        return Column.Type.STAMP;
      }
      return value instanceof String ? Column.Type.TEXT : Column.Type.OTHER;
    }

    private static boolean isWhole(BigDecimal number) {
      return number.stripTrailingZeros().scale() <= 0;
    }
  }
}
