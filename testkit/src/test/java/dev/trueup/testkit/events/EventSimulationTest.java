package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.simulation.EnumCounts;
import dev.trueup.testkit.time.SettableClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EventSimulationTest {
  /** All of them where the full proofs are asked for, a tenth in a build at a desk. */
  private static final int SEEDS =
      Integer.getInteger(
          "trueup.events.seeds",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 10_000 : 1_000);

  private static final int EVENTS = 500;
  private static final int SEEDS_TO_CONVICT = 60;

  @Test
  void l1ToL4HoldAfterEveryEventOfEverySeed() {
    Long one = Long.getLong("trueup.events.seed");
    if (one != null) {
      System.out.println(EventSimulation.run(one, EVENTS, ModelEventStore::new));
      return;
    }
    EnumCounts<EventRareEvent> rare = new EnumCounts<>(EventRareEvent.class);
    long started = System.nanoTime();
    for (long seed = 0; seed < SEEDS; seed++) {
      rare.add(EventSimulation.run(seed, EVENTS, ModelEventStore::new));
    }
    System.out.printf(
        Locale.ROOT,
        "%nEvents: %d seeds of %d events in %.1f s%n%s",
        SEEDS,
        EVENTS,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started) / 1e3,
        rare);

    for (EventRareEvent event : EventRareEvent.values()) {
      assertThat(rare.of(event)).as("times that %s was met", event).isGreaterThan(1);
    }
  }

  @Test
  void theSameSeedIsTheSameRun() {
    assertThat(EventSimulation.run(7, EVENTS, ModelEventStore::new).toString())
        .isEqualTo(EventSimulation.run(7, EVENTS, ModelEventStore::new).toString());
  }

  @Test
  void everyPlantedFaultOfTheBooksIsCaught() {
    List<String> uncaught = new ArrayList<>();
    StringBuilder table =
        new StringBuilder("\nFault of an event store -> first seed that convicts it\n");
    for (Map.Entry<String, ModelEvents.Backend> fault : FaultyEventStores.ofTheBooks().entrySet()) {
      String verdict = firstConviction(fault.getValue());
      if (verdict.isEmpty()) {
        uncaught.add(fault.getKey());
      }
      table.append(
          String.format(
              Locale.ROOT,
              "%-44s %s%n",
              fault.getKey(),
              verdict.substring(0, Math.min(160, verdict.length()))));
    }
    System.out.println(table);

    assertThat(uncaught).as("faults that no seed catches").isEmpty();
  }

  private static String firstConviction(ModelEvents.Backend backend) {
    for (long seed = 0; seed < SEEDS_TO_CONVICT; seed++) {
      try {
        EventSimulation.run(
            seed,
            EVENTS,
            (state, clock) -> backend.open(new ModelEvents(state, (SettableClock) clock)));
      } catch (EventViolation violation) {
        return String.valueOf(violation.getMessage()).split("\n", 2)[0];
      }
    }
    return "";
  }
}
