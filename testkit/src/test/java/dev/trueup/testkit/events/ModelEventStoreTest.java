package dev.trueup.testkit.events;

import dev.trueup.counter.Subject;
import dev.trueup.events.EventStore;
import java.util.Optional;

/** The honest store passes; without that the suite's verdict on broken ones would mean nothing. */
class ModelEventStoreTest extends EventStoreCompatibility {
  private final ModelEvents memory = new ModelEvents();

  @Override
  protected EventStore openStore() {
    return new ModelEventStore(memory.state(), memory.clock());
  }

  @Override
  protected Optional<EventStore> openStoreLosingAnswers() {
    return Optional.of(
        ModelEvents.losing(new ModelEventStore(memory.state(), memory.clock()), ModelEvents::lost));
  }

  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    return memory.tamper(counter, subject, tampering);
  }
}
