package dev.trueup.testkit.events;

import dev.trueup.events.EventTally;

/** A model store on a memory; honest, until a subclass breaks one step of it. */
class Broken extends ModelEventStore {
  Broken(ModelEvents memory) {
    super(memory.state(), memory.clock());
  }

  static EventTally with(EventTally tally, long added, long removed) {
    return new EventTally(added, removed, tally.events(), tally.sealed(), tally.sealedBefore());
  }
}
