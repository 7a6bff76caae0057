package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jooq.CaseConditionStep;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Weights as a CASE expression. */
final class WeightSql {
  private WeightSql() {}

  static String of(DSLContext words, Trait trait, List<Integer> weights) {
    Map<Integer, List<Integer>> byWeight = new TreeMap<>();
    for (int place = 0; place < weights.size(); place++) {
      if (weights.get(place) != 0) {
        byWeight.computeIfAbsent(-weights.get(place), weight -> new ArrayList<>()).add(place);
      }
    }
    @Nullable CaseConditionStep<Integer> cases = null;
    for (Map.Entry<Integer, List<Integer>> entry : byWeight.entrySet()) {
      long mask = entry.getValue().stream().mapToLong(place -> 1L << place).sum();
      Field<Integer> weight = DSL.inline(-entry.getKey());
      cases =
          cases == null
              ? DSL.case_().when(trait.condition(mask), weight)
              : cases.when(trait.condition(mask), weight);
    }
    return cases == null ? "0" : words.renderInlined(cases.otherwise(DSL.inline(0)));
  }
}
