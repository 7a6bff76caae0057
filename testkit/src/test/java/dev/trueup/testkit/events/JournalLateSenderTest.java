package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Counter;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Subject;
import dev.trueup.counter.Windows;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.Events;
import dev.trueup.events.JournalDocuments;
import dev.trueup.events.ManagedJournal;
import dev.trueup.managed.ManagedCounter;
import dev.trueup.reconcile.Pace;
import dev.trueup.reconcile.Reconciler;
import dev.trueup.store.CounterStore;
import dev.trueup.testkit.model.ModelCounterStore;
import dev.trueup.testkit.model.ModelRepairLog;
import dev.trueup.testkit.model.ModelState;
import dev.trueup.testkit.simulation.Actors;
import dev.trueup.testkit.simulation.Actors.Actor;
import dev.trueup.testkit.time.SettableClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A sender that sleeps longer than a settle time, and wakes in the middle of a recount. */
class JournalLateSenderTest {
  private static final EventCounter VIEWS = EventCounter.of("page.views", Duration.ofMinutes(1));
  private static final Counter DEFINITION =
      new Counter(VIEWS.name(), new Windows(Duration.ofSeconds(1)), Duration.ofSeconds(3), true);

  private final SettableClock clock = SettableClock.inTheFuture();
  private final ModelJournalState state = new ModelJournalState();
  private final JournalDocuments documents = new ModelJournalDocuments(state, clock);
  private final ModelRepairLog log = new ModelRepairLog();
  private final CounterStore store =
      new ModelCounterStore(new ModelState(), clock, new SplittableRandom(1), log);
  private final ManagedCounter managed =
      new ManagedCounter(DEFINITION, store, new ModelJournalSource(state, VIEWS.name(), clock));
  private final Actors actors = new Actors();

  @Test
  void i4AnEventConfirmedAfterARecountHasLookedAndCountedBeforeItSettlesIsReadByTheNextPass() {
    documents.enable(VIEWS);
    store.enable(DEFINITION);
    clock.advance(Duration.ofSeconds(10));
    Events events = through(documents);
    events.apply(event("v-1"));
    clock.advance(Duration.ofSeconds(10));
    pass(store);
    assertThat(value(events)).isEqualTo(1);

    List<Outcome> answers = new ArrayList<>();
    Events sleeping = through(before(JournalDocuments.class, documents, "confirm", actors::pause));
    Actor sender = actors.add("sender", () -> answers.add(sleeping.apply(event("v-2"))));
    actors.resume(sender);
    clock.advance(Duration.ofSeconds(10));
    // The recount has counted the journal by then, and looks what was claimed.
    pass(before(CounterStore.class, store, "examine", () -> actors.resume(sender)));

    assertThat(sender.isEnded()).isTrue();
    assertThat(answers).extracting(Outcome::kind).containsExactly(Kind.APPLIED);
    assertThat(store.candidates(DEFINITION, null, 10)).containsExactly(new Subject("42"));
    clock.advance(Duration.ofSeconds(10));
    pass(store);
    assertThat(value(events)).isEqualTo(2);
  }

  private Events through(JournalDocuments ways) {
    return new Events(List.of(new ManagedJournal(VIEWS, managed, ways)), List.of());
  }

  private Event event(String id) {
    return Event.of(VIEWS.name(), "42", id, clock.instant());
  }

  private static long value(Events events) {
    return events.read(VIEWS.name(), "42").value();
  }

  private void pass(CounterStore through) {
    new Reconciler(
            DEFINITION,
            through,
            managed.source(),
            log,
            clock,
            clock::advance,
            new Pace(clock::advance),
            Reconciler.Limits.DEFAULT)
        .sweep(finding -> {}, progress -> {});
  }

  /** A seam before whose first call of a verb something happens. */
  private static <T> T before(Class<T> seam, T inner, String verb, Runnable meanwhile) {
    AtomicReference<Runnable> once = new AtomicReference<>(meanwhile);
    return seam.cast(
        Proxy.newProxyInstance(
            seam.getClassLoader(),
            new Class<?>[] {seam},
            (proxy, method, arguments) -> {
              if (method.getName().equals(verb)) {
                once.getAndSet(() -> {}).run();
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
