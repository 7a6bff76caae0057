package dev.trueup.testkit.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.testkit.Convictions;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each store of members that is broken on purpose has to fail. */
class FaultyMemberStoresTest {
  private static final int TESTS_MIN = 41;

  @Test
  void theHonestStoreIsAcquitted() {
    assertThat(convictionsOf(ModelMemberStore::new)).isEmpty();
  }

  @Test
  void everyStoreOfMembersThatIsBrokenOnPurposeIsConvicted() {
    Convictions.requireOfAll(
        "a store of members", FaultyMemberStores.all(), 20, FaultyMemberStoresTest::convictionsOf);
  }

  private static List<String> convictionsOf(FaultyMemberStores.Backend backend) {
    MemberStoreUnderTest.choose(backend);
    return Convictions.of(MemberStoreUnderTest.class, TESTS_MIN);
  }
}
