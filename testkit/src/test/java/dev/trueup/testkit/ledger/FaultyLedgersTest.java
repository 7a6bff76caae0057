package dev.trueup.testkit.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.Convictions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each ledger that is broken on purpose has to fail. */
class FaultyLedgersTest {
  private static final int TESTS_MIN = 51;

  @Test
  void theHonestLedgerIsAcquitted() {
    assertThat(convictionsOf(FaultyLedgers.HONEST)).isEmpty();
  }

  @Test
  void everyLedgerThatIsBrokenOnPurposeIsConvicted() {
    Convictions.requireOfAll("a ledger", FaultyLedgers.all(), 12, FaultyLedgersTest::convictionsOf);
  }

  private static List<String> convictionsOf(ModelLedger.Backend backend) {
    LedgerUnderTest.choose(backend);
    return Convictions.of(LedgerUnderTest.class, TESTS_MIN);
  }
}
