package dev.trueup.testkit.members;

import dev.trueup.members.MemberStore;
import dev.trueup.testkit.time.SettableClock;

/** The honest model passes; without that the suite's verdict on broken ones would mean nothing. */
class ModelMemberStoreTest extends MemberStoreCompatibility {
  private final MemberModelState state = new MemberModelState();
  private final SettableClock clock = SettableClock.inTheFuture();

  @Override
  protected MemberStore openStore() {
    return new ModelMemberStore(state, clock);
  }
}
