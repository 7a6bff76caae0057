package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.Convictions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each event store that is broken on purpose has to fail. */
class FaultyEventStoresTest {
  private static final int TESTS_MIN = 55;

  @Test
  void theHonestStoreIsAcquitted() {
    assertThat(convictionsOf(Broken::new)).isEmpty();
  }

  @Test
  void everyStoreThatIsBrokenOnPurposeIsConvicted() {
    Convictions.requireOfAll(
        "an event store", FaultyEventStores.all(), 40, FaultyEventStoresTest::convictionsOf);
  }

  private static List<String> convictionsOf(ModelEvents.Backend backend) {
    EventStoreUnderTest.choose(backend);
    return Convictions.of(EventStoreUnderTest.class, TESTS_MIN);
  }
}
