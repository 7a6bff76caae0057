package dev.trueup.events;

import dev.trueup.counter.Subject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event in a {@link JournalDocuments}. It counts once it is confirmed; until then it only keeps
 * its id.
 *
 * @param occurredAt the event's own time, to the microsecond
 * @param arrivedAt the store's clock just before it was put in, to the millisecond; never changes
 * @param token of the call that put it in
 */
public record StoredEvent(
    Subject subject,
    String id,
    long amount,
    Instant occurredAt,
    @Nullable String actor,
    Instant arrivedAt,
    long token,
    boolean confirmed) {
  /** What an event is found by. */
  public record Key(Subject subject, String id) {}

  public Key key() {
    return new Key(subject, id);
  }

  StoredEvent asConfirmed() {
    return new StoredEvent(subject, id, amount, occurredAt, actor, arrivedAt, token, true);
  }
}
