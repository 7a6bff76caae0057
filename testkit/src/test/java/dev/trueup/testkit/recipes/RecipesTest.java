package dev.trueup.testkit.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.simulation.Simulation;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Each recipe is convicted by its own interleaving, and the wrong value is read before its next
 * run; then all of them run beside Trueup in the simulation.
 */
class RecipesTest {
  private static final int SEEDS = 500;

  private record Rows(long now, long asOf, long settledBoundary) implements Recipe.Source {
    @Override
    public long asOf(long time) {
      return asOf;
    }
  }

  @Test
  void twoReadersOfAHundredBothWriteAHundredAndOne() {
    Recipe recipe = new ReadAddWriteBack(100);
    Runnable one = recipe.increment(1, 1);
    Runnable other = recipe.increment(1, 2);
    one.run();
    other.run();
    assertThat(recipe.shown()).isEqualTo(101).isNotEqualTo(102);
  }

  @Test
  void anAtomicIncrementThatACrashSwallowedIsMissingForEver() {
    Recipe recipe = new AtomicIncrement(0);
    long rows = 1;
    recipe.recount(new Rows(rows, rows, 0)).run();
    assertThat(recipe.shown()).isEqualTo(0).isNotEqualTo(rows);
  }

  @Test
  void anIncrementBetweenTheCountAndTheOverwriteIsWipedOut() {
    Recipe recipe = new RecountAndOverwrite(1);
    Runnable overwrite = recipe.recount(new Rows(1, 1, 0));
    recipe.increment(1, 1).run();
    overwrite.run();
    assertThat(recipe.shown()).isEqualTo(1).isNotEqualTo(2);
  }

  @Test
  void oneBaseAndOneDeltaShowTheSameBeforeAndAfterTheirRepair() {
    Recipe recipe = new BaseAndDelta(4);
    long rows = 5;
    recipe.recount(new Rows(rows, rows, 0)).run();
    assertThat(recipe.shown()).isEqualTo(4).isNotEqualTo(rows);
  }

  @Test
  void aRestoreIsCountedTwiceByARecountAsOfABoundary() {
    // Deleted at 12 and restored at 22: the row's stamps no longer say that it was away at 20.
    Recipe recipe = new AsOfRecount(1);
    recipe.increment(-1, 12).run();
    recipe.increment(1, 22).run();
    recipe.recount(new Rows(1, 1, 20)).run();
    assertThat(recipe.shown()).isEqualTo(2).isNotEqualTo(1);
  }

  @Test
  void trueupErrsLessThanEveryRecipeInTheSameWorlds() {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (long seed = 1; seed <= SEEDS; seed++) {
      new Simulation()
          .runBeside(
              seed, errors -> errors.forEach((name, mean) -> sums.merge(name, mean, Double::sum)));
    }
    System.out.printf(Locale.ROOT, "%nMean error over %d seeds, |shown - true|%n", SEEDS);
    sums.forEach(
        (name, sum) -> System.out.printf(Locale.ROOT, "  %-26s %8.3f%n", name, sum / SEEDS));
    double own = sums.getOrDefault("managed by Trueup", Double.MAX_VALUE);
    assertThat(sums).hasSize(6);
    sums.forEach(
        (name, sum) -> {
          if (!name.equals("managed by Trueup")) {
            assertThat(sum).as(name).isGreaterThan(own);
          }
        });
  }
}
