package dev.trueup.cli.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A guess in the words of trueup.yaml. */
record Described(
    String table,
    String subject,
    @Nullable String where,
    @Nullable String amount,
    @Nullable String deleted) {

  static Described of(Hypothesis guess, Wording wording) {
    List<Wording.Part> parts = new ArrayList<>();
    String deleted = null;
    Link way = guess.sample().link();
    for (Map.Entry<Integer, Long> part : guess.filter().entrySet()) {
      Trait trait = guess.sample().traits().get(part.getKey());
      if (trait.stamp() && part.getValue() == 1) {
        deleted = trait.column().name();
      } else {
        parts.add(new Wording.Part(trait, part.getValue()));
      }
    }
    return new Described(
        way.source().name(),
        way.column().name(),
        wording.where(parts, guess.sample().zeros() > 0 ? way.column() : null),
        guess.amountText(wording),
        deleted);
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
