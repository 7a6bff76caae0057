package dev.trueup.testkit.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.Convictions;
import dev.trueup.testkit.compatibility.FaultyStores.Broken;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each store of managed counters that is broken on purpose has to fail. */
class FaultyBackendsTest {
  private static final int TESTS_MIN = 51;

  @Test
  void theHonestBackendIsAcquitted() {
    assertThat(convictionsOf(Broken::new)).isEmpty();
  }

  @Test
  void everyBackendThatIsBrokenOnPurposeIsConvicted() {
    Convictions.requireOfAll(
        "a store of counters", FaultyStores.all(), 12, FaultyBackendsTest::convictionsOf);
  }

  private static List<String> convictionsOf(Backend backend) {
    BackendUnderTest.choose(backend);
    return Convictions.of(BackendUnderTest.class, TESTS_MIN);
  }
}
