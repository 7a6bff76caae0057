package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One guess at what a counter counts.
 *
 * @param filter by place of a trait: the values that count, as a mask; traits left out do not
 *     matter
 * @param amount place of an amount to sum; -1 where rows are counted
 * @param weighted place of the trait whose values weigh; -1 where each row weighs one
 * @param weights by place of its value
 * @param cost how far-fetched it is: a wrong subject costs {@link #WRONG}
 */
record Hypothesis(
    SourceSample sample,
    Map<Integer, Long> filter,
    int amount,
    int weighted,
    List<Integer> weights,
    int cost) {
  /** The price of one subject that disagrees. */
  static final int WRONG = 4;

  /** Rows counted, with a filter. */
  static Hypothesis counting(SourceSample sample, Map<Integer, Long> filter, int cost) {
    return new Hypothesis(sample, new TreeMap<>(filter), -1, -1, List.of(), cost);
  }

  Hypothesis with(int place, long mask, int moreCost) {
    Map<Integer, Long> more = new TreeMap<>(filter);
    more.merge(place, mask, (one, other) -> one & other);
    return new Hypothesis(sample, more, amount, weighted, weights, cost + moreCost);
  }

  /** The recounted value of each subject. */
  List<BigDecimal> truth(int subjects) {
    boolean whole = amount < 0;
    long[] counts = new long[subjects];
    BigDecimal[] sums = new BigDecimal[whole ? 0 : subjects];
    Arrays.fill(sums, BigDecimal.ZERO);
    for (SourceSample.Group group : sample.groups()) {
      if (!lets(group)) {
        continue;
      }
      if (whole) {
        int weight = weighted < 0 ? 1 : weights.get(group.values().get(weighted));
        counts[group.subject()] += weight * group.rows();
      } else {
        BigDecimal sum = group.sums().get(amount);
        sums[group.subject()] = sums[group.subject()].add(sum == null ? BigDecimal.ZERO : sum);
      }
    }
    if (!whole) {
      return List.of(sums);
    }
    BigDecimal[] truth = new BigDecimal[subjects];
    for (int i = 0; i < subjects; i++) {
      truth[i] = BigDecimal.valueOf(counts[i]);
    }
    return List.of(truth);
  }

  private boolean lets(SourceSample.Group group) {
    for (Map.Entry<Integer, Long> part : filter.entrySet()) {
      if (((part.getValue() >> group.values().get(part.getKey())) & 1) == 0) {
        return false;
      }
    }
    return true;
  }

  /** What each row adds, for the file; null where each counts one. */
  @Nullable String amountText(Wording wording) {
    if (amount >= 0) {
      return wording.amount(sample.amounts().get(amount));
    }
    return weighted < 0 ? null : wording.weights(sample.traits().get(weighted), weights);
  }
}
