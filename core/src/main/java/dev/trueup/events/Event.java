package dev.trueup.events;

import dev.trueup.counter.Change;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened and may count: a view, an impression, a play. Plain data: whether it
 * makes sense is judged where it is applied ({@link EventBook}), and what does not is REJECTED by
 * name. A retry carries the same id and the same time.
 *
 * @param counter the counter's name
 * @param subject what is counted for
 * @param id unique per (counter, subject) within the retention
 * @param amount signed, not 0, above {@link Long#MIN_VALUE}; 1 for one view
 * @param occurredAt when it happened, by the event's own clock; kept to the microsecond
 * @param actor who did it, where that matters
 * @param attributes what the counter's declaration may ask about, by name
 */
public record Event(
    String counter,
    String subject,
    String id,
    long amount,
    Instant occurredAt,
    @Nullable String actor,
    Map<String, String> attributes) {
  /** The most attributes of one event. */
  public static final int ATTRIBUTES_MAX = 16;

  /** The longest name and the longest value of an attribute, in UTF-8 bytes. */
  public static final int ATTRIBUTE_BYTES_MAX = 256;

  public Event {
    attributes = Map.copyOf(attributes);
  }

  /** One event of amount 1, by nobody in particular. */
  public static Event of(String counter, String subject, String id, Instant occurredAt) {
    return new Event(counter, subject, id, 1, occurredAt, null, Map.of());
  }

  /** The same happening as a change says it. Its fact and its factAt do not matter to a journal. */
  public static Event of(Change change) {
    return new Event(
        change.counter(),
        change.subject().key(),
        change.id(),
        change.amount(),
        change.occurredAt(),
        null,
        Map.of());
  }

  /** The same with another amount. */
  public Event weighing(long weight) {
    return new Event(counter, subject, id, weight, occurredAt, actor, attributes);
  }

  /** The same, done by somebody. */
  public Event by(@Nullable String who) {
    return new Event(counter, subject, id, amount, occurredAt, who, attributes);
  }

  /** The same with one more attribute. */
  public Event with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(attributes);
    more.put(name, value);
    return new Event(counter, subject, id, amount, occurredAt, actor, more);
  }

  /** The same with these attributes and no others. */
  public Event withAttributes(Map<String, String> all) {
    return new Event(counter, subject, id, amount, occurredAt, actor, all);
  }
}
