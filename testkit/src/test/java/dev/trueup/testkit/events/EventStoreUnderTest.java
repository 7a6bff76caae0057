package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Subject;
import dev.trueup.events.EventStore;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The suite on whatever backend was chosen last. Not named as a test: it is run through the
 * launcher only, once for each backend that is broken on purpose.
 */
class EventStoreUnderTest extends EventStoreCompatibility {
  private static volatile ModelEvents.Backend chosen = Broken::new;

  private final ModelEvents memory = new ModelEvents();

  /** A store that makes something up when the answer to a write was lost. */
  interface Losing {
    UnaryOperator<List<Outcome>> madeUp();
  }

  static void choose(ModelEvents.Backend backend) {
    chosen = backend;
  }

  @Override
  protected EventStore openStore() {
    return chosen.open(memory);
  }

  @Override
  protected Optional<EventStore> openStoreLosingAnswers() {
    ModelEventStore store = chosen.open(memory);
    return Optional.of(
        ModelEvents.losing(
            store, store instanceof Losing losing ? losing.madeUp() : ModelEvents::lost));
  }

  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    return memory.tamper(counter, subject, tampering);
  }
}
