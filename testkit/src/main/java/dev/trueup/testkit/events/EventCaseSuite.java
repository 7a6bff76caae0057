package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.EventCounter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Field cases about views, retries and duplicates, each with its right value. The numbers are those
 * of the cases.
 */
public interface EventCaseSuite extends EventSuite {
  @Test
  default void case26ARetryAfterATimeoutCountsOnce() {
    Event first = kit().event("o1");
    kit().applied(first);
    kit().repeats(kit().apply(first), 1);
    kit().applied(kit().event("o2"));
    assertThat(kit().value()).isEqualTo(2);
  }

  @Test
  default void case28AnEventDeliveredThreeTimesCountsOnce() {
    List<Event> deliveries = new ArrayList<>();
    for (String id : List.of("e1", "e1", "e1", "e2")) {
      deliveries.add(kit().event(id));
    }
    Collections.shuffle(deliveries, new Random(28));
    deliveries.forEach(one -> kit().apply(one));
    assertThat(kit().apply(deliveries)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    assertThat(kit().value()).isEqualTo(2);
  }

  /**
   * Three views about midnight: each is in one day, of the zone that is asked for, and in one only.
   */
  @Test
  default void case31ADayOfViewsIsHalfOpenAndInTheZoneThatIsNamed() {
    EventKit views = kit(counter -> EventCounter.of(counter.name(), Duration.ofDays(30)));
    String counter = views.counter().name();
    LocalDate day = views.ago(0).atZone(ZoneOffset.UTC).toLocalDate().minusDays(3);
    Instant midnight = day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    List<Event> events =
        new ArrayList<>(
            List.of(
                views.event(PAGE, "v1", midnight.minusSeconds(3_601)),
                views.event(PAGE, "v2", midnight.minusSeconds(1_800)),
                views.event(PAGE, "v3", midnight)));
    Collections.shuffle(events, new Random(31));
    views.apply(events);
    views.apply(events);

    assertThat(views.events().onDay(counter, PAGE.key(), day, ZoneOffset.UTC)).isEqualTo(2);
    assertThat(views.events().onDay(counter, PAGE.key(), day.plusDays(1), ZoneOffset.UTC))
        .isEqualTo(1);
    ZoneId summerTime = ZoneOffset.ofHours(1);
    assertThat(views.events().onDay(counter, PAGE.key(), day, summerTime)).isEqualTo(1);
    assertThat(views.events().onDay(counter, PAGE.key(), day.plusDays(1), summerTime)).isEqualTo(2);
    assertThat(views.value()).isEqualTo(3);
  }

  @Test
  default void case34ASubjectThatWasNeverCountedBeginsAtZero() {
    assertThat(kit().value()).isZero();
    kit().applied(kit().event("o1"));
    kit().applied(kit().event("o2"));
    assertThat(kit().value()).isEqualTo(2);
  }

  @Test
  default void case35TotalsBeyond32BitsStayExact() {
    Subject signed = new Subject("P");
    Subject unsigned = new Subject("Q");
    kit().applied(kit().event(signed, "base", kit().ago(9)).weighing(2_147_483_640L));
    kit().applied(kit().event(unsigned, "base", kit().ago(9)).weighing(4_294_967_290L));
    kit().applied(kit().event(signed, "o1", kit().ago(1)).weighing(10));
    kit().applied(kit().event(unsigned, "o2", kit().ago(1)).weighing(10));
    assertThat(kit().value(signed)).isEqualTo(2_147_483_650L);
    assertThat(kit().value(unsigned)).isEqualTo(4_294_967_300L);
  }

  /** One event adds to every folder above it: in one transaction, in one order of locks. */
  @Test
  default void case48AnEventAddsToAllItsAncestorsOrToNone() {
    List<Event> first =
        List.of(
            kit().event(new Subject("/x"), "o1", kit().ago(2)).weighing(5),
            kit().event(new Subject("/"), "o1", kit().ago(2)).weighing(5));
    List<Event> second =
        List.of(
            kit().event(new Subject("/x/y"), "o2", kit().ago(1)).weighing(7),
            kit().event(new Subject("/x"), "o2", kit().ago(1)).weighing(7),
            kit().event(new Subject("/"), "o2", kit().ago(1)).weighing(7));

    assertThat(kit().apply(first)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(kit().apply(second)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(kit().apply(second)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    assertThat(kit().value(new Subject("/"))).isEqualTo(12);
    assertThat(kit().value(new Subject("/x"))).isEqualTo(12);
    assertThat(kit().value(new Subject("/x/y"))).isEqualTo(7);
  }

  /** A node whose clock fell back after a crash goes on under ids of its own: nothing is hidden. */
  @Test
  default void case51EventsOfAClockThatFellBackCountLikeOthers() {
    kit().applied(kit().event(PAGE, "A-1", kit().ago(20)).weighing(20));
    kit().applied(kit().event(PAGE, "A-2", kit().ago(10)).weighing(20));
    Outcome afterTheCrash = kit().apply(kit().event(PAGE, "A'-1", kit().ago(20)).weighing(5));

    kit().applied(afterTheCrash, 45);
    assertThat(kit().value()).isEqualTo(45);
  }
}
