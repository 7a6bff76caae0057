package dev.trueup.testkit.simulation;

import java.util.Locale;

/** Runs seeds: one with its trace, or many with their counts. */
public final class RunSeed {
  private RunSeed() {}

  /**
   * @param arguments a seed to repeat with its trace; or the first seed and how many
   */
  public static void main(String[] arguments) {
    if (arguments.length == 1) {
      Simulation.Result result = new Simulation().run(Long.parseLong(arguments[0]), true);
      result.trace().forEach(System.out::println);
      RuntimeException violation = result.violation();
      System.out.println(
          violation == null
              ? "Seed " + result.seed() + ": clean, " + result.events() + " events."
              : "Seed " + result.seed() + ": " + violation);
      if (violation != null && !(violation instanceof Violation)) {
        violation.printStackTrace();
      }
      return;
    }
    long first = Long.parseLong(arguments[0]);
    long count = Long.parseLong(arguments[1]);
    RareCounts rare = new RareCounts();
    long events = 0;
    long least = Long.MAX_VALUE;
    int failed = 0;
    for (long seed = first; seed < first + count; seed++) {
      Simulation.Result result = new Simulation().run(seed);
      rare.addAll(result.rare());
      events += result.events();
      least = Math.min(least, result.events());
      if (!result.isClean() && failed++ < 20) {
        System.out.println("Seed " + seed + ": " + result.violation());
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%d seeds, %d failed, %d events, at least %d each%n%s",
        count,
        failed,
        events,
        least,
        rare.table());
  }
}
