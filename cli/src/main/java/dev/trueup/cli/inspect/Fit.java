package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How well a guess agrees with the counters.
 *
 * @param truth of each subject, at the counters' own scale
 * @param told subjects where counter or truth is not zero: the others tell nothing
 * @param wrong those of them that disagree
 * @param proved those of them that agree
 * @param net what the counters say beyond the truth, over all subjects
 */
record Fit(
    Hypothesis hypothesis,
    List<BigDecimal> truth,
    int told,
    int wrong,
    int proved,
    BigDecimal net) {

  static Fit of(Hypothesis hypothesis, List<@Nullable BigDecimal> counters, int scale) {
    List<BigDecimal> truths = new ArrayList<>(hypothesis.truth(counters.size()));
    int told = 0;
    int wrong = 0;
    BigDecimal net = BigDecimal.ZERO;
    for (int i = 0; i < truths.size(); i++) {
      BigDecimal truth = truths.get(i);
      if (hypothesis.amount() >= 0) {
        truth = truth.setScale(scale, RoundingMode.HALF_UP);
        truths.set(i, truth);
      }
      BigDecimal counter = counters.get(i);
      boolean nothing = truth.signum() == 0 && (counter == null || counter.signum() == 0);
      if (nothing) {
        continue;
      }
      told++;
      if (counter == null || counter.compareTo(truth) != 0) {
        wrong++;
        net = net.add(counter == null ? BigDecimal.ZERO : counter).subtract(truth);
      }
    }
    return new Fit(hypothesis, truths, told, wrong, told - wrong, net);
  }

  /** Low is good: what disagrees, and how far-fetched it is. */
  long price() {
    return (long) Hypothesis.WRONG * wrong + hypothesis.cost();
  }

  /** Whether both say the same of every subject. */
  boolean saysTheSameAs(Fit other) {
    for (int i = 0; i < truth.size(); i++) {
      if (truth.get(i).compareTo(other.truth.get(i)) != 0) {
        return false;
      }
    }
    return true;
  }

  /** The share of the telling subjects that agree, from 0 to 1. */
  boolean agreesOnAtLeast(int hundredths) {
    return told > 0 && 100L * proved >= (long) hundredths * told;
  }
}
