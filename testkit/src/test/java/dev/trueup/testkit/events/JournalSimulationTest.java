package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.events.JournalSimulation.Opening;
import dev.trueup.testkit.simulation.EnumCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JournalSimulationTest {
  /** All of them where the full proofs are asked for, a quarter in a build at a desk. */
  private static final int SEEDS =
      Integer.getInteger(
          "trueup.journal.seeds",
          Boolean.parseBoolean(System.getenv("TRUEUP_FULL_PROOFS")) ? 300 : 80);

  private static final int STEPS = 300;
  private static final int SEEDS_TO_CONVICT = 100;

  @Test
  void anIdCountsOnceAndIsReadableHoweverItsSendersSleepAndDie() {
    Long one = Long.getLong("trueup.journal.seed");
    if (one != null) {
      System.out.println(JournalSimulation.run(one, STEPS, JournalSimulation.HONEST));
      return;
    }
    EnumCounts<JournalRareEvent> rare = new EnumCounts<>(JournalRareEvent.class);
    long started = System.nanoTime();
    for (long seed = 0; seed < SEEDS; seed++) {
      rare.add(JournalSimulation.run(seed, STEPS, JournalSimulation.HONEST));
    }
    System.out.printf(
        Locale.ROOT,
        "%nEvents without transactions: %d seeds of %d steps in %.1f s%n%s",
        SEEDS,
        STEPS,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started) / 1e3,
        rare);

    for (JournalRareEvent event : JournalRareEvent.values()) {
      assertThat(rare.of(event)).as("times that %s was met", event).isPositive();
    }
  }

  @Test
  void theSameSeedIsTheSameRun() {
    assertThat(JournalSimulation.run(7, STEPS, JournalSimulation.HONEST).toString())
        .isEqualTo(JournalSimulation.run(7, STEPS, JournalSimulation.HONEST).toString());
  }

  @Test
  void everyJournalThatIsBrokenOnPurposeIsConvicted() {
    List<String> uncaught = new ArrayList<>();
    StringBuilder table =
        new StringBuilder(
            "\nFault of a journal without transactions -> first seed that convicts it\n");
    for (Map.Entry<String, Opening> fault : FaultyJournals.all().entrySet()) {
      String verdict = firstConviction(fault.getValue());
      if (verdict.isEmpty()) {
        uncaught.add(fault.getKey());
      }
      table.append(
          String.format(
              Locale.ROOT,
              "%-48s %s%n",
              fault.getKey(),
              verdict.substring(0, Math.min(140, verdict.length()))));
    }
    System.out.println(table);

    assertThat(FaultyJournals.all()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(uncaught).as("faults that no seed catches").isEmpty();
  }

  private static String firstConviction(Opening fault) {
    for (long seed = 0; seed < SEEDS_TO_CONVICT; seed++) {
      try {
        JournalSimulation.run(seed, STEPS, fault);
      } catch (EventViolation violation) {
        return String.valueOf(violation.getMessage()).split("\n", 2)[0];
      }
    }
    return "";
  }
}
