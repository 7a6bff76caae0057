package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bson.Document;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/** Predicates as filters, amounts as aggregation expressions, both in JSON. */
final class DocumentWording implements Wording {
  private static final JsonWriterSettings JSON =
      JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();

  @Override
  public String placeKey() {
    return "collection";
  }

  @Override
  public String places() {
    return "collections";
  }

  @Override
  public String fields() {
    return "fields";
  }

  @Override
  public @Nullable String where(List<Part> parts, @Nullable Column notZero) {
    Document filter = new Document();
    for (Part part : parts) {
      filter.append(part.trait().column().name(), condition(part.trait(), part.mask()));
    }
    if (notZero != null) {
      filter.append(notZero.name(), new Document("$ne", 0));
    }
    return filter.isEmpty() ? null : filter.toJson(JSON);
  }

  private static @Nullable Object condition(Trait trait, long mask) {
    if (trait.stamp()) {
      return mask == 1 ? null : new Document("$ne", null);
    }
    List<@Nullable Object> chosen = chosen(trait, mask);
    return chosen.size() == 1 ? chosen.get(0) : new Document("$in", chosen);
  }

  private static List<@Nullable Object> chosen(Trait trait, long mask) {
    List<@Nullable Object> chosen = new ArrayList<>();
    for (int place = 0; place < trait.size(); place++) {
      if (((mask >> place) & 1) == 1) {
        chosen.add(trait.raw().get(place));
      }
    }
    return chosen;
  }

  @Override
  public String amount(SourceSample.Amount amount) {
    Object expression = expression(amount);
    return expression instanceof Document document ? document.toJson(JSON) : amount.column().name();
  }

  /** What is summed, to be asked for as well. */
  static Object expression(SourceSample.Amount amount) {
    String field = "$" + amount.column().name();
    Column times = amount.times();
    return times == null ? field : new Document("$multiply", List.of(field, "$" + times.name()));
  }

  @Override
  public String weights(Trait trait, List<Integer> weights) {
    Map<Integer, Long> masks = new TreeMap<>();
    for (int place = 0; place < weights.size(); place++) {
      if (weights.get(place) != 0) {
        masks.merge(weights.get(place), 1L << place, (one, other) -> one | other);
      }
    }
    Object expression = 0;
    for (Map.Entry<Integer, Long> entry : masks.entrySet()) {
      expression =
          new Document(
              "$cond", List.of(isOneOf(trait, entry.getValue()), entry.getKey(), expression));
    }
    return expression instanceof Document document ? document.toJson(JSON) : "0";
  }

  private static Document isOneOf(Trait trait, long mask) {
    String field = "$" + trait.column().name();
    List<@Nullable Object> chosen = chosen(trait, mask);
    Object value =
        chosen.contains(null) ? new Document("$ifNull", Arrays.asList(field, null)) : field;
    return chosen.size() == 1
        ? new Document("$eq", Arrays.asList(value, chosen.get(0)))
        : new Document("$in", List.of(value, chosen));
  }
}
