package dev.trueup.events;

import dev.trueup.counter.Change;
import dev.trueup.counter.Outcome;
import dev.trueup.counter.Outcome.Rejection;
import dev.trueup.counter.Subject;
import dev.trueup.counter.WellFormed;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is wrong with an event by itself, whatever is stored and whatever time it is. */
final class EventDoor {
  /** No event is stamped after the year 9999, or before {@link EventTally#NEVER}. */
  static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private EventDoor() {}

  /** The refusal, or null where there is nothing wrong with it. */
  static @Nullable Outcome refusal(Event event) {
    if (!WellFormed.isKey(event.subject(), Subject.BYTES_MAX)) {
      return refused(Rejection.INVALID_SUBJECT, event, badText("subject", Subject.BYTES_MAX));
    }
    if (!WellFormed.isKey(event.id(), Change.ID_BYTES_MAX)) {
      return refused(Rejection.INVALID_ID, event, badText("id", Change.ID_BYTES_MAX));
    }
    if (event.amount() == 0 || event.amount() == Long.MIN_VALUE) {
      return refused(
          Rejection.INVALID_AMOUNT,
          event,
          "amount "
              + event.amount()
              + " is not allowed; anything but 0 and above -2^63 is, and 1 is one event");
    }
    if (event.occurredAt().isBefore(EventTally.NEVER) || event.occurredAt().isAfter(LATEST)) {
      return refused(
          Rejection.INVALID_TIME,
          event,
          "it is stamped " + event.occurredAt() + "; times from the year 1 to 9999 are allowed");
    }
    String actor = event.actor();
    if (actor != null && !WellFormed.isKey(actor, Change.ID_BYTES_MAX)) {
      return refused(Rejection.INVALID_ACTOR, event, badText("actor", Change.ID_BYTES_MAX));
    }
    return attributesRefusal(event);
  }

  private static @Nullable Outcome attributesRefusal(Event event) {
    if (event.attributes().size() > Event.ATTRIBUTES_MAX) {
      return refused(
          Rejection.INVALID_ATTRIBUTE,
          event,
          event.attributes().size()
              + " attributes are too many; at most "
              + Event.ATTRIBUTES_MAX
              + " are allowed");
    }
    for (Map.Entry<String, String> one : event.attributes().entrySet()) {
      String value = one.getValue();
      if (!isText(one.getKey()) || !(value.isEmpty() || isText(value))) {
        return refused(
            Rejection.INVALID_ATTRIBUTE, event, badText("attribute", Event.ATTRIBUTE_BYTES_MAX));
      }
      if (one.getKey().equals(Exclusion.ACTOR) || one.getKey().equals(Exclusion.SUBJECT)) {
        return refused(
            Rejection.INVALID_ATTRIBUTE,
            event,
            "an attribute is called "
                + one.getKey()
                + ", which stands for the event's own; choose another name");
      }
    }
    return null;
  }

  /** What the name of an attribute has to be, and its value unless it is empty. */
  static boolean isText(String text) {
    return WellFormed.isKey(text, Event.ATTRIBUTE_BYTES_MAX);
  }

  private static String badText(String what, int bytesMax) {
    return "its "
        + what
        + " is empty, holds a NUL, is not valid text or is longer than "
        + bytesMax
        + " bytes of UTF-8";
  }

  private static Outcome refused(Rejection rejection, Event event, String what) {
    return Outcome.rejected(
        rejection, "An event of " + event.counter() + ": " + what + ". Nothing was written.");
  }
}
