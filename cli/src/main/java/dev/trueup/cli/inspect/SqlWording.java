package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jooq.CaseConditionStep;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Predicates and amounts as SQL.
 *
 * @param words SQL in the database's words, to be rendered only
 */
record SqlWording(DSLContext words) implements Wording {
  @Override
  public String placeKey() {
    return "table";
  }

  @Override
  public String places() {
    return "tables";
  }

  @Override
  public String fields() {
    return "columns";
  }

  @Override
  public @Nullable String where(List<Part> parts, @Nullable Column notZero) {
    List<Condition> conditions = new ArrayList<>();
    parts.forEach(part -> conditions.add(condition(part.trait(), part.mask())));
    if (notZero != null) {
      conditions.add(DSL.field(PlainNames.of(notZero.name())).ne(DSL.inline(0)));
    }
    StringBuilder where = new StringBuilder();
    for (Condition condition : conditions) {
      where
          .append(where.isEmpty() ? "" : " AND ")
          .append(words.renderInlined(condition).replaceAll("\\s+", " "));
    }
    return where.isEmpty() ? null : where.toString();
  }

  private static Condition condition(Trait trait, long mask) {
    Field<Object> field = DSL.field(PlainNames.of(trait.column().name()));
    if (trait.stamp()) {
      return mask == 1 ? field.isNull() : field.isNotNull();
    }
    List<Field<Object>> inline = new ArrayList<>();
    boolean nulls = false;
    for (int place :
        IntStream.range(0, trait.size()).filter(i -> ((mask >> i) & 1) == 1).toArray()) {
      Object value = trait.raw().get(place);
      if (value == null) {
        nulls = true;
      } else {
        inline.add(DSL.inline(value));
      }
    }
    if (inline.isEmpty()) {
      return field.isNull();
    }
    Condition in = inline.size() == 1 ? field.eq(inline.get(0)) : field.in(inline);
    return nulls ? in.or(field.isNull()) : in;
  }

  @Override
  public String amount(SourceSample.Amount amount) {
    return words.renderInlined(field(amount));
  }

  /** What is summed, to be asked for as well. */
  static Field<?> field(SourceSample.Amount amount) {
    Field<BigDecimal> one = DSL.field(PlainNames.of(amount.column().name()), BigDecimal.class);
    Column times = amount.times();
    return times == null ? one : one.mul(DSL.field(PlainNames.of(times.name()), BigDecimal.class));
  }

  @Override
  public String weights(Trait trait, List<Integer> weights) {
    Map<Integer, Long> masks = new TreeMap<>();
    for (int place = 0; place < weights.size(); place++) {
      if (weights.get(place) != 0) {
        masks.merge(-weights.get(place), 1L << place, (one, other) -> one | other);
      }
    }
    @Nullable CaseConditionStep<Integer> cases = null;
    for (Map.Entry<Integer, Long> entry : masks.entrySet()) {
      Condition those = condition(trait, entry.getValue());
      Field<Integer> weight = DSL.inline(-entry.getKey());
      cases = cases == null ? DSL.case_().when(those, weight) : cases.when(those, weight);
    }
    return cases == null ? "0" : words.renderInlined(cases.otherwise(DSL.inline(0)));
  }
}
