package dev.trueup.testkit.events;

import dev.trueup.counter.Outcome;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.testkit.simulation.EnumCounts;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** A store behind a connection that breaks now and then, before or after the write. */
final class UnreliableEvents extends ForwardingEventStore {
  private final EventStore store;
  private final RandomGenerator random;
  private final EnumCounts<EventRareEvent> rare;
  private boolean reliable;
  private long lostAnswers;

  UnreliableEvents(EventStore store, RandomGenerator random, EnumCounts<EventRareEvent> rare) {
    super(store);
    this.store = store;
    this.random = random;
    this.rare = rare;
  }

  EventStore reliable() {
    return store;
  }

  void becomeReliable() {
    reliable = true;
  }

  /** Of how many events the answers were lost after the write. */
  long lostAnswers() {
    return lostAnswers;
  }

  @Override
  public List<Outcome> apply(EventCounter counter, List<Event> events) {
    return broken(
        () -> super.apply(counter, events),
        EventRareEvent.ANSWER_LOST_AFTER_THE_WRITE,
        events.size());
  }

  @Override
  public SealStep seal(EventCounter counter, int rowsMax) {
    return broken(() -> super.seal(counter, rowsMax), EventRareEvent.SEAL_ANSWER_LOST, 0);
  }

  private <T> T broken(Supplier<T> work, EventRareEvent lostAfter, int events) {
    int dice = reliable ? 100 : random.nextInt(100);
    if (dice < 2) {
      rare.met(EventRareEvent.STORE_DOWN);
      throw new UnavailableException("The store is down.");
    }
    if (dice < 5) {
      rare.met(EventRareEvent.ANSWER_LOST_BEFORE_THE_WRITE);
      throw new AnswerLostException("The connection broke before the commit.");
    }
    T result = work.get();
    if (dice < 12) {
      rare.met(lostAfter);
      lostAnswers += events;
      throw new AnswerLostException("The connection broke after the commit.");
    }
    return result;
  }
}
