package dev.trueup.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The simulation is only worth what it catches. */
class PlantedFaultsTest {
  private static final int SEEDS_MAX = 400;

  @Test
  void everyPlantedFaultIsCaughtWithinAFewHundredSeeds() {
    Map<String, Supplier<Protocol>> faults = PlantedFaults.all();
    List<String> uncaught = new ArrayList<>();
    StringBuilder table = new StringBuilder("\nPlanted fault -> first seed that catches it\n");
    faults.forEach(
        (fault, protocol) -> {
          String caught = firstCatch(protocol);
          if (caught == null) {
            uncaught.add(fault);
          }
          table.append(String.format(Locale.ROOT, "%-42s %s%n", fault, caught));
        });
    System.out.println(table);

    assertThat(uncaught).as("faults that no seed caught").isEmpty();
  }

  private static @Nullable String firstCatch(Supplier<Protocol> protocol) {
    for (int seed = 1; seed <= SEEDS_MAX; seed++) {
      RuntimeException violation = new Simulation(protocol.get()).run(seed).violation();
      if (violation != null) {
        String text = violation.getMessage();
        return String.format(
            Locale.ROOT,
            "seed %3d  %s",
            seed,
            text == null ? violation.toString() : text.substring(0, Math.min(110, text.length())));
      }
    }
    return null;
  }
}
