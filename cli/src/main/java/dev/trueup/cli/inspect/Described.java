package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** A guess in the words of trueup.yaml. */
record Described(
    String table,
    String subject,
    @Nullable String where,
    @Nullable String amount,
    @Nullable String deleted) {

  static Described of(Hypothesis guess, DSLContext words) {
    List<Condition> conditions = new ArrayList<>();
    String deleted = null;
    Link way = guess.sample().link();
    for (Map.Entry<Integer, Long> part : guess.filter().entrySet()) {
      Trait trait = guess.sample().traits().get(part.getKey());
      if (trait.stamp() && part.getValue() == 1) {
        deleted = trait.column().name();
      } else {
        conditions.add(trait.condition(part.getValue()));
      }
    }
    if (guess.sample().zeros() > 0) {
      conditions.add(DSL.field(PlainNames.of(way.column().name())).ne(DSL.inline(0)));
    }
    StringBuilder where = new StringBuilder();
    for (Condition condition : conditions) {
      where.append(where.isEmpty() ? "" : " AND ").append(oneLine(words, condition));
    }
    return new Described(
        way.source().name(),
        way.column().name(),
        where.isEmpty() ? null : where.toString(),
        guess.amountSql(words),
        deleted);
  }

  private static String oneLine(DSLContext words, Condition condition) {
    return words.renderInlined(condition).replaceAll("\\s+", " ");
  }

  /** As a sentence: {@code rows of comments by post_id where type = 0}. */
  @Override
  public String toString() {
    return (amount == null ? "rows of " : "sum of " + amount + " over ")
        + table
        + " by "
        + subject
        + (where == null ? "" : " where " + where)
        + (deleted == null ? "" : ", without those with " + deleted);
  }
}
