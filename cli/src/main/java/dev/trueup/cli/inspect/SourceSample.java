package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one link, grouped by subject and by the columns that may be predicates.
 *
 * @param traits the columns that tell rows apart
 * @param amounts what may be summed
 * @param rows how many rows point at a subject of the sample
 * @param orphans how many point at none
 * @param zeros how many of the keys are 0, which some applications write for "none"
 */
record SourceSample(
    Link link,
    List<Trait> traits,
    List<Amount> amounts,
    List<Group> groups,
    long rows,
    long orphans,
    long zeros) {
  private static final int ORPHANS_HUNDREDTHS_MAX = 5;

  /** Whether the column can hold keys of the target at all: so few of its values are none. */
  boolean isPlausible() {
    return link.basis() != Link.Basis.VALUES
        || link.typeColumn() != null
        || orphans * 100 <= (rows + orphans) * ORPHANS_HUNDREDTHS_MAX;
  }

  /**
   * One thing that may be added up.
   *
   * @param times what the column is multiplied with; null: nothing
   */
  record Amount(Column column, @Nullable Column times, boolean hinted) {}

  /**
   * Rows of one subject that look the same.
   *
   * @param values of each trait, as a place in its list of values
   * @param sums of each amount
   */
  record Group(int subject, List<Integer> values, long rows, List<@Nullable BigDecimal> sums) {}

  /** The table behind the link; nothing where the database refused or took too long. */
  static Optional<SourceSample> take(
      Questions questions,
      Link link,
      List<Trait> traits,
      List<Amount> amounts,
      TargetSample target) {
    int groupsMax = questions.limits().groups();
    var answer = questions.groups(link, traits, amounts, target, groupsMax + 1);
    if (answer.isEmpty()) {
      return Optional.empty();
    }
    List<List<@Nullable Object>> rows = answer.get();
    if (rows.size() > groupsMax) {
      return traits.isEmpty()
          ? Optional.empty()
          : take(questions, link, traits.subList(0, traits.size() / 2), amounts, target);
    }
    List<Group> groups = new ArrayList<>(rows.size());
    long belonging = 0;
    long orphans = 0;
    long zeros = 0;
    for (List<@Nullable Object> row : rows) {
      long count = ((Number) Objects.requireNonNull(row.get(traits.size() + 1))).longValue();
      String key = Questions.text(row.get(0));
      Integer place = target.index().get(key);
      if (place == null) {
        boolean none = key.equals("0");
        zeros += none ? count : 0;
        orphans += none || key.isEmpty() ? 0 : count;
        continue;
      }
      belonging += count;
      groups.add(group(row, place, count, traits, amounts));
    }
    return Optional.of(new SourceSample(link, traits, amounts, groups, belonging, orphans, zeros));
  }

  private static Group group(
      List<@Nullable Object> row,
      int subject,
      long count,
      List<Trait> traits,
      List<Amount> amounts) {
    List<Integer> values = new ArrayList<>(traits.size());
    for (int i = 0; i < traits.size(); i++) {
      values.add(traits.get(i).placeOf(row.get(i + 1)));
    }
    List<@Nullable BigDecimal> sums = new ArrayList<>(amounts.size());
    for (int i = 0; i < amounts.size(); i++) {
      Object sum = row.get(traits.size() + 2 + i);
      sums.add(sum == null ? null : new BigDecimal(sum.toString()));
    }
    return new Group(subject, values, count, sums);
  }
}
