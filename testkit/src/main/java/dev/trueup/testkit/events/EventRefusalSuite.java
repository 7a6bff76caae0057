package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.PAGE;
import static dev.trueup.testkit.events.EventKit.rejected;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.error.BadRequestException;
import dev.trueup.events.Event;
import dev.trueup.events.Refusal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What makes no sense is refused by name, and nothing is written. */
public interface EventRefusalSuite extends EventSuite {
  @Test
  default void aMalformedEventIsRefusedByNameAndLeavesNoTrace() {
    kit().applied(kit().event("a"));
    String before = kit().everythingOf(PAGE) + kit().refusals();

    for (String bad : List.of("", "x".repeat(257), "é".repeat(129), "a\0b", "half \ud83d")) {
      rejected(kit().apply(kit().event(bad)), Rejection.INVALID_ID);
      rejected(kit().apply(kit().event("b").by(bad)), Rejection.INVALID_ACTOR);
      rejected(kit().apply(kit().event("b").with(bad, "x")), Rejection.INVALID_ATTRIBUTE);
    }
    rejected(
        kit().apply(kit().event("b").with("agent", "x".repeat(257))), Rejection.INVALID_ATTRIBUTE);
    rejected(kit().apply(kit().event("b").with("actor", "ann")), Rejection.INVALID_ATTRIBUTE);
    Event many = kit().event("b");
    for (int i = 0; i <= Event.ATTRIBUTES_MAX; i++) {
      many = many.with("a" + i, "x");
    }
    rejected(kit().apply(many), Rejection.INVALID_ATTRIBUTE);
    for (String bad : List.of("", "x".repeat(513), "half \ud83d")) {
      rejected(
          kit().apply(Event.of(kit().counter().name(), bad, "b", kit().ago(1))),
          Rejection.INVALID_SUBJECT);
    }
    rejected(kit().apply(kit().event("b").weighing(0)), Rejection.INVALID_AMOUNT);
    rejected(kit().apply(kit().event("b").weighing(Long.MIN_VALUE)), Rejection.INVALID_AMOUNT);
    for (Instant bad : List.of(Instant.MIN, Instant.MAX, Instant.parse("0000-12-31T23:59:59Z"))) {
      rejected(kit().apply(kit().event(PAGE, "b", bad)), Rejection.INVALID_TIME);
    }
    assertThat(kit().everythingOf(PAGE) + kit().refusals()).isEqualTo(before);
  }

  @Test
  default void aTimeInTheFarFutureIsRefusedAndOneThatIsAlittleAheadIsNot() {
    Duration ahead = kit().counter().aheadMax();
    Instant now = kit().store().now();

    rejected(
        kit().apply(kit().event(PAGE, "a", now.plus(ahead).plusSeconds(3_600))),
        Rejection.IN_THE_FUTURE);
    kit().requireUntouched(PAGE);
    assertThat(kit().refusals().values()).allMatch(count -> count == 0);
    assertThat(kit().applied(kit().event(PAGE, "b", now.plus(ahead).minusSeconds(20))))
        .isEqualTo(1);
  }

  @Test
  default void aSumThatWouldNotFit64BitsIsRefusedAndTheRestGoesOn() {
    kit().assumeExactSums();
    long most = Long.MAX_VALUE;
    assertThat(kit().applied(kit().event("a").weighing(most - 1))).isEqualTo(most - 1);
    rejected(kit().apply(kit().event("b").weighing(2)), Rejection.OVERFLOW);
    assertThat(kit().applied(kit().event("c"))).isEqualTo(most);
    assertThat(kit().applied(kit().event("d").weighing(-most))).isZero();
    rejected(kit().apply(kit().event("e").weighing(-1)), Rejection.OVERFLOW);
    rejected(kit().apply(kit().event("f")), Rejection.OVERFLOW);

    assertThat(kit().value()).isZero();
    assertThat(kit().kept(PAGE)).isEqualTo(3);
    assertThat(kit().refused(Refusal.OVERFLOW)).isEqualTo(3);
    kit().requireSound();
  }

  @Test
  default void aCallOnAnUnknownCounterOrOneOfAnotherKindIsRefusedByName() {
    Event event = kit().event("a");

    rejected(
        kit().events().apply(Event.of("no.such", "page-1", "a", kit().ago(1))),
        Rejection.UNKNOWN_COUNTER);
    rejected(
        kit().events().apply(Event.of("post.comments", "page-1", "a", kit().ago(1))),
        Rejection.WRONG_KIND);
    for (String other : List.of("no.such", "post.comments")) {
      assertThatThrownBy(() -> kit().events().read(other, "page-1"))
          .isInstanceOf(BadRequestException.class)
          .hasMessageContaining(other);
    }
    assertThat(kit().events().read(kit().counter().name(), PAGE.key()).value()).isZero();
    kit().applied(event);
    assertThat(kit().events().read(kit().counter().name(), PAGE.key()).value()).isEqualTo(1);
    assertThat(kit().events().read(kit().counter().name(), List.of(PAGE, new Subject("x"))))
        .hasSize(2);
  }

  @Test
  default void aReasonThatWasNeverMetIsReadAsZero() {
    Map<Refusal, Long> all = kit().events().refusals(kit().counter().name());

    assertThat(all).containsOnlyKeys(Refusal.values());
    assertThat(all.values()).allMatch(count -> count == 0);
  }
}
