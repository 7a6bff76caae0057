package dev.trueup.testkit.events;

import static dev.trueup.testkit.events.EventKit.PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trueup.counter.Outcome.Kind;
import dev.trueup.counter.Subject;
import dev.trueup.events.Event;
import dev.trueup.events.JournalRow;
import dev.trueup.testkit.compatibility.KeySuite;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys are compared byte for byte. */
public interface EventKeySuite extends EventSuite {
  @Test
  default void l2IdsThatLookAlikeAreDifferent() {
    List<String> ids = KeySuite.HOSTILE;
    List<Event> events = ids.stream().map(id -> kit().event(id)).toList();

    assertThat(kit().apply(events)).allMatch(one -> one.kind() == Kind.APPLIED);
    assertThat(kit().apply(events)).allMatch(one -> one.kind() == Kind.DUPLICATE);
    assertThat(kit().value()).isEqualTo(ids.size());
    assertThat(kit().kept(PAGE)).isEqualTo(ids.size());
  }

  @Test
  default void subjectsThatLookAlikeAreDifferent() {
    List<String> keys = KeySuite.HOSTILE;
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      events.add(kit().event(new Subject(keys.get(i)), "id", kit().old(1)).weighing(i + 1));
    }

    assertThat(kit().apply(events)).allMatch(one -> one.kind() == Kind.APPLIED);
    kit().seal();
    for (int i = 0; i < keys.size(); i++) {
      assertThat(kit().sealed(new Subject(keys.get(i)))).isEqualTo(i + 1);
    }
    kit().requireSound();
  }

  @Test
  default void l1ActorsThatLookAlikeAreDifferent() {
    EventKit views = kit(counter -> counter.withCap(EventRuleSuite.tenSeconds(1)));
    Instant from = views.counter().sealableBefore(views.ago(0)).plusSeconds(20);
    List<String> actors = KeySuite.HOSTILE;
    for (int i = 0; i < actors.size(); i++) {
      assertThat(views.applied(views.event(PAGE, "id-" + i, from).by(actors.get(i))))
          .as("value after the view of <%s>", actors.get(i))
          .isEqualTo(i + 1);
    }
    assertThat(
            actors.stream()
                .map(actor -> views.apply(views.event(PAGE, "again " + actor, from).by(actor))))
        .allMatch(outcome -> outcome.kind() == Kind.REJECTED);
  }

  @Test
  default void theLongestKeysFit() {
    Subject longest = new Subject("\u00e4".repeat(Subject.BYTES_MAX / 2));
    String id = "\u00e4".repeat(128);
    EventKit views = kit(counter -> counter.withCap(EventRuleSuite.tenSeconds(1)));

    assertThat(
            views.applied(views.event(longest, id, views.ago(1)).by(id).with(id, id).weighing(3)))
        .isEqualTo(3);
    views.requireSound();
  }

  @Test
  default void aRowTellsItsKeysAsTheyWereSent() {
    List<String> keys = KeySuite.HOSTILE;
    for (String key : keys) {
      kit().applied(kit().event(key).by(key));
    }

    assertThat(kit().rows(PAGE).stream().map(JournalRow::id)).containsExactlyElementsOf(keys);
    assertThat(kit().rows(PAGE).stream().map(JournalRow::actor)).containsExactlyElementsOf(keys);
  }
}
