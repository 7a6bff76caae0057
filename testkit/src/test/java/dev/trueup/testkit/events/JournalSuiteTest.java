package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.Convictions;
import dev.trueup.testkit.events.JournalSimulation.Opening;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The suite on a journal without transactions: the honest one passes, and each that errs without
 * anybody coming in between is convicted. The others are the simulation's.
 */
class JournalSuiteTest {
  private static final int TESTS_MIN = 65;
  private static final List<String> CONVICTED =
      List.of(
          "drops ids and raises no line",
          "raises the line into the retention",
          "lists events above the line for sealing",
          "confirms nothing",
          "puts no refusal on record",
          "seals without adding to the sum");

  @Test
  void theHonestJournalIsAcquitted() {
    assertThat(convictionsOf(JournalSimulation.HONEST)).isEmpty();
  }

  @Test
  void everyJournalThatErrsByItselfIsConvicted() {
    Map<String, Opening> faults = new LinkedHashMap<>(FaultyJournals.all());
    faults.keySet().retainAll(CONVICTED);
    Convictions.requireOfAll(
        "a journal without transactions",
        faults,
        CONVICTED.size(),
        JournalSuiteTest::convictionsOf);
  }

  private static List<String> convictionsOf(Opening opening) {
    JournalUnderTest.choose(opening);
    return Convictions.of(JournalUnderTest.class, TESTS_MIN);
  }
}
