package dev.trueup.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Invariants I1 to I9 over many seeds, each a world of at least 500 events. {@code
 * -Dtrueup.simulation.seed=N} repeats one seed with its trace, {@code -Dtrueup.simulation.seeds=N}
 * says how many to run; with {@code TRUEUP_FULL_PROOFS=true} there are 10000.
 */
class SimulationTest {
  private static final int SEEDS =
      Integer.getInteger(
          "trueup.simulation.seeds",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 10_000 : 2_000);

  /** With fewer seeds than this a rare event may stay away by chance. */
  private static final int SEEDS_FOR_ALL_RARE = 2_000;

  @Test
  void i1ToI9HoldInEverySeedAndEveryRareInterleavingIsSeen() {
    Long one = Long.getLong("trueup.simulation.seed");
    if (one != null) {
      assertClean(new Simulation().run(one, true));
      return;
    }
    Totals totals =
        LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .mapToObj(seed -> new Simulation().run(seed))
            .peek(result -> assertClean(result))
            .collect(Totals::new, Totals::add, Totals::addAll);
    System.out.printf(
        Locale.ROOT,
        "%nSimulation: %d seeds, %d events, at least %d a seed%n%s",
        totals.seeds,
        totals.events,
        totals.eventsLeast,
        totals.rare.table());

    assertThat(totals.eventsLeast).isGreaterThanOrEqualTo(Simulation.EVENTS_MIN);
    if (SEEDS >= SEEDS_FOR_ALL_RARE) {
      assertThat(totals.rare.missing()).as("never seen, so never proved").isEmpty();
    }
  }

  @Test
  void theSameSeedGivesTheSameWorld() {
    Simulation.Result first = new Simulation().run(77, true);
    Simulation.Result again = new Simulation().run(77, true);

    assertThat(again.events()).isEqualTo(first.events());
    assertThat(again.rare().table()).isEqualTo(first.rare().table());
    assertThat(again.trace()).isEqualTo(first.trace());
  }

  private static void assertClean(Simulation.Result result) {
    if (result.isClean()) {
      return;
    }
    Simulation.Result traced = new Simulation().run(result.seed(), true);
    throw new AssertionError(
        "Seed "
            + result.seed()
            + ": "
            + result.violation()
            + "\n"
            + String.join("\n", traced.trace())
            + "\nRepeat it: mvn -q -pl testkit -am test -Dtest=SimulationTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dtrueup.simulation.seed="
            + result.seed(),
        result.violation());
  }

  /** Sums over seeds. */
  private static final class Totals {
    private final RareCounts rare = new RareCounts();
    private long seeds;
    private long events;
    private long eventsLeast = Long.MAX_VALUE;

    void add(Simulation.Result result) {
      rare.addAll(result.rare());
      seeds++;
      events += result.events();
      eventsLeast = Math.min(eventsLeast, result.events());
    }

    void addAll(Totals other) {
      rare.addAll(other.rare);
      seeds += other.seeds;
      events += other.events;
      eventsLeast = Math.min(eventsLeast, other.eventsLeast);
    }
  }
}
