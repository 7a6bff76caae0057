package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is in a table of rows: columns that tell them apart, columns that may be summed. */
final class SourceLook {
  private static final int TRAITS_MAX = 6;
  private static final int AMOUNTS_MAX = 8;
  private static final int ROWS_LOOKED_AT = 50_000;
  private static final int VALUES_UNHINTED_MAX = 6;
  private static final Set<String> PRICES = Set.of("price", "cost", "rate", "amount", "fee");
  private static final Set<String> QUANTITIES = Set.of("quantity", "qty", "units", "count");
  private static final Set<String> ADDABLE =
      Set.of(
          "price",
          "cost",
          "fee",
          "amount",
          "quantity",
          "qty",
          "total",
          "points",
          "value",
          "weight",
          "score",
          "sum",
          "subtotal",
          "balance",
          "delta",
          "vote",
          "rating");

  private final Questions questions;
  private final Map<Table, List<Trait>> traits = new HashMap<>();

  SourceLook(Questions questions) {
    this.questions = questions;
  }

  /** The columns that tell rows of this table apart, the likeliest first. */
  List<Trait> traits(Table source) {
    List<Trait> known = traits.get(source);
    if (known == null) {
      known = look(source);
      traits.put(source, known);
    }
    return known;
  }

  private List<Trait> look(Table source) {
    List<Trait> found = new ArrayList<>();
    for (Column column : source.columns()) {
      Trait trait = source.isKey(column) ? null : trait(source, column);
      if (trait != null) {
        found.add(trait);
      }
    }
    found.sort(Comparator.comparing((Trait trait) -> !trait.isHinted()).thenComparing(Trait::size));
    return List.copyOf(found.subList(0, Math.min(TRAITS_MAX, found.size())));
  }

  private @Nullable Trait trait(Table source, Column column) {
    boolean hinted = Words.tellsKinds(column.name());
    boolean identifies = Words.of(column.name()).contains("id") && !hinted;
    if (column.type() == Column.Type.STAMP) {
      return column.nullable() && Words.isDead(column.name()) ? Trait.ofStamp(column) : null;
    }
    boolean fits =
        switch (column.type()) {
          case TRUTH -> true;
          case WHOLE, TEXT -> hinted || (!identifies && !source.isForeignKey(column));
          default -> false;
        };
    if (!fits || (!hinted && Words.mayCount(column.name()))) {
      return null;
    }
    int valuesMax =
        hinted || column.type() == Column.Type.TRUTH ? Trait.VALUES_MAX : VALUES_UNHINTED_MAX;
    return questions
        .values(source, column, valuesMax, ROWS_LOOKED_AT)
        .filter(values -> values.size() > 1)
        .map(values -> Trait.of(column, values))
        .orElse(null);
  }

  /** What of this table may be summed. */
  static List<SourceSample.Amount> amounts(Table source) {
    List<SourceSample.Amount> found = new ArrayList<>();
    List<Column> prices = new ArrayList<>();
    List<Column> quantities = new ArrayList<>();
    for (Column column : source.columns()) {
      List<String> name = Words.of(column.name());
      if (!column.isNumber() || source.isKey(column) || name.contains("id")) {
        continue;
      }
      boolean hinted = name.stream().anyMatch(ADDABLE::contains);
      if (hinted || column.type() == Column.Type.DECIMAL) {
        found.add(new SourceSample.Amount(column, null, hinted));
      }
      if (name.stream().anyMatch(PRICES::contains)) {
        prices.add(column);
      }
      if (name.stream().anyMatch(QUANTITIES::contains)) {
        quantities.add(column);
      }
    }
    for (Column price : prices) {
      for (Column quantity : quantities) {
        if (!price.equals(quantity)) {
          found.add(0, new SourceSample.Amount(price, quantity, true));
        }
      }
    }
    return List.copyOf(found.subList(0, Math.min(AMOUNTS_MAX, found.size())));
  }
}
