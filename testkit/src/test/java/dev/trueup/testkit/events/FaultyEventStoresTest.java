package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.Convictions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each event store that is broken on purpose has to fail; the table says what convicts it. */
class FaultyEventStoresTest {
  private static final int TESTS_MIN = 55;

  @Test
  void theHonestStoreIsAcquitted() {
    assertThat(convictionsOf(Broken::new)).isEmpty();
  }

  @Test
  void everyStoreThatIsBrokenOnPurposeIsConvicted() {
    Map<String, ModelEvents.Backend> faults = FaultyEventStores.all();
    List<String> uncaught = new ArrayList<>();
    StringBuilder table = new StringBuilder("\nFault of an event store -> tests that convict it\n");
    faults.forEach(
        (fault, backend) -> {
          List<String> convictions = convictionsOf(backend);
          if (convictions.isEmpty()) {
            uncaught.add(fault);
          }
          table.append(
              String.format(
                  Locale.ROOT,
                  "%-48s %3d  %s%n",
                  fault,
                  convictions.size(),
                  convictions.stream().limit(2).collect(Collectors.joining(", "))));
        });
    System.out.println(table);

    assertThat(faults).hasSizeGreaterThanOrEqualTo(40);
    assertThat(uncaught).as("faults that no test catches").isEmpty();
  }

  private static List<String> convictionsOf(ModelEvents.Backend backend) {
    EventStoreUnderTest.choose(backend);
    return Convictions.of(EventStoreUnderTest.class, TESTS_MIN);
  }
}
