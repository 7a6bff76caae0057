package dev.trueup.testkit.members;

import dev.trueup.members.MemberStore;
import dev.trueup.testkit.time.SettableClock;

/**
 * The suite on whatever store was chosen last. Not named as a test: it is run through the launcher
 * only, once for each store that is broken on purpose.
 */
class MemberStoreUnderTest extends MemberStoreCompatibility {
  private static volatile FaultyMemberStores.Backend chosen = ModelMemberStore::new;

  private final MemberModelState state = new MemberModelState();
  private final SettableClock clock = SettableClock.inTheFuture();

  static void choose(FaultyMemberStores.Backend backend) {
    chosen = backend;
  }

  @Override
  protected MemberStore openStore() {
    return chosen.open(state, clock);
  }
}
