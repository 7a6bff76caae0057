package dev.trueup.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.simulation.EnumCounts;
import dev.trueup.testkit.time.SettableClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LedgerSimulationTest {
  private static final int SEEDS = Integer.getInteger("trueup.ledger.seeds", 10_000);
  private static final int EVENTS = 500;
  private static final int SEEDS_TO_CONVICT = 60;

  @Test
  void l1ToL4HoldAfterEveryEventOfEverySeed() {
    Long one = Long.getLong("trueup.ledger.seed");
    if (one != null) {
      System.out.println(LedgerSimulation.run(one, EVENTS, ModelLedgerStore::new));
      return;
    }
    EnumCounts<LedgerRareEvent> rare = new EnumCounts<>(LedgerRareEvent.class);
    long started = System.nanoTime();
    for (long seed = 0; seed < SEEDS; seed++) {
      rare.add(LedgerSimulation.run(seed, EVENTS, ModelLedgerStore::new));
    }
    System.out.printf(
        Locale.ROOT,
        "%nLedgers: %d seeds of %d events in %.1f s%n%s",
        SEEDS,
        EVENTS,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started) / 1e3,
        rare);

    for (LedgerRareEvent event : LedgerRareEvent.values()) {
      assertThat(rare.of(event)).as("times that %s was met", event).isPositive();
    }
  }

  @Test
  void theSameSeedIsTheSameRun() {
    assertThat(LedgerSimulation.run(7, EVENTS, ModelLedgerStore::new).toString())
        .isEqualTo(LedgerSimulation.run(7, EVENTS, ModelLedgerStore::new).toString());
  }

  @Test
  void everyPlantedFaultOfTheBooksIsCaught() {
    List<String> uncaught = new ArrayList<>();
    StringBuilder table = new StringBuilder("\nFault of a ledger -> first seed that convicts it\n");
    for (Map.Entry<String, ModelLedger.Backend> fault : FaultyLedgers.ofTheBooks().entrySet()) {
      String verdict = firstConviction(fault.getValue());
      if (verdict.isEmpty()) {
        uncaught.add(fault.getKey());
      }
      table.append(String.format(Locale.ROOT, "%-48s %s%n", fault.getKey(), verdict));
    }
    System.out.println(table);

    assertThat(uncaught).as("faults that no seed catches").isEmpty();
  }

  private static String firstConviction(ModelLedger.Backend backend) {
    for (long seed = 0; seed < SEEDS_TO_CONVICT; seed++) {
      try {
        LedgerSimulation.run(
            seed,
            EVENTS,
            (state, clock) -> backend.open(new ModelLedger(state, (SettableClock) clock)));
      } catch (LedgerViolation violation) {
        return String.valueOf(violation.getMessage()).split("\n", 2)[0];
      }
    }
    return "";
  }
}
