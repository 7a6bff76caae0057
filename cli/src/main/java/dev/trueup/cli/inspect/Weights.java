package dev.trueup.cli.inspect;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds weights of -1, 0 and 1 for the values of a trait, one at a time, as long as each step makes
 * more subjects agree. Deterministic.
 */
final class Weights {
  private static final int ROUNDS_MAX = 8;

  private final Guesses guesses;
  private final List<@Nullable BigDecimal> counters;
  private final int scale;

  Weights(Guesses guesses, List<@Nullable BigDecimal> counters, int scale) {
    this.guesses = guesses;
    this.counters = counters;
    this.scale = scale;
  }

  Fit best(Hypothesis simple, int place, int values) {
    Fit best = climb(simple, place, zeros(values));
    for (int start = 0; start < values && best.wrong() > 0; start++) {
      List<Integer> weights = zeros(values);
      weights.set(start, 1);
      Fit other = climb(simple, place, weights);
      best = other.price() < best.price() ? other : best;
    }
    return best;
  }

  private Fit climb(Hypothesis simple, int place, List<Integer> weights) {
    Fit best = fit(simple, place, weights);
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Fit before = best;
      for (int value = 0; value < weights.size(); value++) {
        int kept = weights.get(value);
        for (int weight = -1; weight <= 1; weight++) {
          if (weight == kept) {
            continue;
          }
          weights.set(value, weight);
          Fit other = fit(simple, place, weights);
          if (other.price() < best.price()) {
            best = other;
            kept = weight;
          }
        }
        weights.set(value, kept);
      }
      if (best.price() == before.price()) {
        break;
      }
    }
    return best;
  }

  private static List<Integer> zeros(int count) {
    return new ArrayList<>(Collections.nCopies(count, 0));
  }

  private Fit fit(Hypothesis simple, int place, List<Integer> weights) {
    return Fit.of(guesses.weighted(simple, place, weights), counters, scale);
  }
}
