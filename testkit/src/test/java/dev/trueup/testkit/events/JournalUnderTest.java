package dev.trueup.testkit.events;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.error.AnswerLostException;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventStore;
import dev.trueup.events.JournalDocuments;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.store.CounterStore;
import dev.trueup.testkit.events.JournalSimulation.Opening;
import dev.trueup.testkit.model.ModelCounterStore;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import dev.trueup.testkit.time.ManualWaiter;
import dev.trueup.testkit.time.SettableClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/**
 * The suite on whatever journal without transactions was chosen last. Not named as a test: it is
 * run through the launcher only, once for each journal.
 */
class JournalUnderTest extends EventStoreCompatibility {
  private static volatile Opening chosen = JournalSimulation.HONEST;

  private final SettableClock clock = SettableClock.inTheFuture();
  private final ModelJournalState journal = new ModelJournalState();
  private final ModelState counters = new ModelState();

  static void choose(Opening opening) {
    chosen = opening;
  }

  @Override
  protected EventStore openStore() {
    return on(chosen.documents(journal, clock));
  }

  private EventStore on(JournalDocuments documents) {
    return new ManagedEventStore(documents, this::managed, new ManualWaiter(clock));
  }

  private ManagedCounter managed(EventCounter counter) {
    Counter definition =
        new Counter(
            counter.name(), new Windows(Duration.ofMillis(50)), Duration.ofMillis(150), true);
    CounterStore store =
        new ModelCounterStore(counters, clock, new Random(1), new ModelRepairLog(), chosen.steps());
    store.enable(definition);
    return new ManagedCounter(definition, store, chosen.source(journal, counter.name(), clock));
  }

  /** What was confirmed is so, and its sender does not hear of it. */
  @Override
  protected Optional<EventStore> openStoreLosingAnswers() {
    JournalDocuments inner = chosen.documents(journal, clock);
    return Optional.of(
        on(
            (JournalDocuments)
                Proxy.newProxyInstance(
                    JournalDocuments.class.getClassLoader(),
                    new Class<?>[] {JournalDocuments.class},
                    (proxy, method, arguments) -> {
                      Object answer;
                      try {
                        answer = method.invoke(inner, arguments);
                      } catch (InvocationTargetException e) {
                        throw e.getCause();
                      }
                      if (method.getName().equals("confirm")) {
                        throw new AnswerLostException("The connection broke after the write.");
                      }
                      return answer;
                    })));
  }

  @Override
  protected boolean tamper(String counter, Subject subject, Tampering tampering) {
    return false;
  }
}
