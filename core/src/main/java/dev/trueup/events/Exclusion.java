package dev.trueup.events;

import dev.trueup.error.BadRequestException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A declared condition on an event; one that meets it does not count. Compared byte for byte. The
 * names {@link #ACTOR} and {@link #SUBJECT} stand for the event's own actor and subject.
 */
public sealed interface Exclusion {
  /** The name that stands for the event's actor. */
  String ACTOR = "actor";

  /** The name that stands for the event's subject. */
  String SUBJECT = "subject";

  /** Whether the event is not to be counted. */
  boolean isMetBy(Event event);

  /** What a message says of an event that meets it. */
  String reason();

  /** The attribute has one of these values: {@code agent} is {@code bot} or {@code crawler}. */
  record Is(String attribute, Set<String> values) implements Exclusion {
    public Is {
      requireName(attribute);
      values = Set.copyOf(values);
      if (values.isEmpty()) {
        throw new BadRequestException(
            "Events cannot be left out by " + attribute + " without a value; name one or more.");
      }
    }

    @Override
    public boolean isMetBy(Event event) {
      String value = valueOf(event, attribute);
      return value != null && values.contains(value);
    }

    @Override
    public String reason() {
      return attribute + " is one of " + new TreeSet<>(values);
    }
  }

  /** Two attributes say the same: {@code actor} is the same as {@code owner}, an own view. */
  record SameAs(String attribute, String other) implements Exclusion {
    public SameAs {
      requireName(attribute);
      requireName(other);
      if (attribute.equals(other)) {
        throw new BadRequestException(
            "Events cannot be left out because "
                + attribute
                + " is the same as itself; name two attributes.");
      }
    }

    @Override
    public boolean isMetBy(Event event) {
      String value = valueOf(event, attribute);
      return value != null && value.equals(valueOf(event, other));
    }

    @Override
    public String reason() {
      return attribute + " is the same as " + other;
    }
  }

  /** The event does not have the attribute: {@code actor} is missing, an anonymous view. */
  record Missing(String attribute) implements Exclusion {
    public Missing {
      requireName(attribute);
    }

    @Override
    public boolean isMetBy(Event event) {
      return valueOf(event, attribute) == null;
    }

    @Override
    public String reason() {
      return attribute + " is missing";
    }
  }

  private static @Nullable String valueOf(Event event, String attribute) {
    return switch (attribute) {
      case ACTOR -> event.actor();
      case SUBJECT -> event.subject();
      default -> event.attributes().get(attribute);
    };
  }

  private static void requireName(String attribute) {
    if (!EventDoor.isText(attribute)) {
      throw new BadRequestException(
          "An attribute's name is empty, holds a NUL, is not valid text or is longer than "
              + Event.ATTRIBUTE_BYTES_MAX
              + " bytes of UTF-8.");
    }
  }
}
