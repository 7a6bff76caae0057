package dev.trueup.testkit.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.error.AnswerLostException;
import dev.trueup.error.BadRequestException;
import dev.trueup.error.BrokenInvariantException;
import dev.trueup.error.UnavailableException;
import dev.trueup.events.Cap;
import dev.trueup.events.CapInterval;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import dev.trueup.events.EventJournal;
import dev.trueup.events.EventStore;
import dev.trueup.events.Events;
import dev.trueup.events.Exclusion;
import dev.trueup.events.SealLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a caller of events sees, and what a declaration may say. */
class EventsTest {
  private static final String VIEWS = "page.views";

  private final ModelEvents memory = new ModelEvents();
  private final EventCounter counter = EventCounter.of(VIEWS, Duration.ofHours(1));

  private Events events(EventStore store) {
    store.enable(counter);
    return new Events(List.of(new EventJournal(counter, store)), List.of("post.comments"));
  }

  private Event event(String id) {
    return Event.of(VIEWS, "p", id, memory.clock().instant());
  }

  @Test
  void i5ALostAnswerIsUnknownForEveryEventOfTheCallAndNeverAnotherOne() {
    for (RuntimeException failure :
        List.of(
            new AnswerLostException("The connection broke."),
            new UnavailableException("The store is down."))) {
      Events broken =
          events(
              new ForwardingEventStore(new ModelEventStore(memory.state(), memory.clock())) {
                @Override
                public List<Outcome> apply(EventCounter of, List<Event> all) {
                  throw failure;
                }
              });

      List<Outcome> outcomes =
          broken.apply(List.of(event("a"), Event.of("no", "p", "b", Instant.EPOCH), event("c")));

      assertThat(outcomes.stream().map(Outcome::kind))
          .containsExactly(Kind.UNKNOWN, Kind.REJECTED, Kind.UNKNOWN);
    }
  }

  @Test
  void aStoreThatDoesNotAnswerEveryEventIsABug() {
    Events broken =
        events(
            new ForwardingEventStore(new ModelEventStore(memory.state(), memory.clock())) {
              @Override
              public List<Outcome> apply(EventCounter of, List<Event> all) {
                return super.apply(of, all).subList(1, all.size());
              }
            });

    assertThatThrownBy(() -> broken.apply(event("a")))
        .isInstanceOf(BrokenInvariantException.class)
        .hasMessageContaining(VIEWS);
  }

  @Test
  void aCallIsBounded() {
    Events events = events(new ModelEventStore(memory.state(), memory.clock()));
    List<Event> many = new ArrayList<>();
    for (int i = 0; i <= Events.CALL_MAX; i++) {
      many.add(event("id-" + i));
    }

    assertThatThrownBy(() -> events.apply(many)).isInstanceOf(BadRequestException.class);
    assertThat(events.read(VIEWS, "p").value()).isZero();
  }

  @Test
  void aChangeIsAnEventOfItsIdAmountAndTime() {
    Events events = events(new ModelEventStore(memory.state(), memory.clock()));
    Change change = Change.added(VIEWS, "p").fact("v-1").weighing(3).at(memory.clock().instant());

    assertThat(events.apply(Event.of(change)).kind()).isEqualTo(Kind.APPLIED);
    assertThat(events.apply(Event.of(change)).kind()).isEqualTo(Kind.DUPLICATE);
    assertThat(events.read(VIEWS, "p").value()).isEqualTo(3);
  }

  @Test
  void sealingRestsBetweenItsSteps() {
    Events events = events(new ModelEventStore(memory.state(), memory.clock()));
    for (int i = 0; i < 5; i++) {
      events.apply(event("id-" + i));
    }
    memory.clock().advance(Duration.ofHours(2));
    List<Duration> rests = new ArrayList<>();

    events.seal(VIEWS, new SealLimits(2, 10, Duration.ofMillis(7)), rests::add);

    assertThat(rests).containsExactly(Duration.ofMillis(7), Duration.ofMillis(7));
  }

  @Test
  void aDeclarationThatMakesNoSenseIsRefused() {
    List<Runnable> wrong =
        List.of(
            () -> EventCounter.of("No", Duration.ofDays(1)),
            () -> EventCounter.of(VIEWS, Duration.ofSeconds(59)),
            () -> EventCounter.of(VIEWS, Duration.ofDays(3_661)),
            () -> counter.withAheadMax(Duration.ofSeconds(-1)),
            () -> counter.withAheadMax(Duration.ofDays(2)),
            () -> new Cap(0, new CapInterval.Fixed(Duration.ofSeconds(1))),
            () -> new CapInterval.Fixed(Duration.ZERO),
            () -> new CapInterval.Fixed(Duration.ofNanos(1_500_000)),
            () -> new CapInterval.Fixed(Duration.ofDays(367)),
            () -> new Exclusion.Is("agent", Set.of()),
            () -> new Exclusion.Is("", Set.of("bot")),
            () -> new Exclusion.SameAs("actor", "actor"),
            () -> new Exclusion.Missing("x".repeat(257)),
            () -> new SealLimits(0, 1, Duration.ZERO),
            () -> new SealLimits(1, 0, Duration.ZERO),
            () -> new SealLimits(1, 1, Duration.ofSeconds(-1)));
    for (Runnable one : wrong) {
      assertThatThrownBy(one::run).isInstanceOf(BadRequestException.class);
    }
  }
}
