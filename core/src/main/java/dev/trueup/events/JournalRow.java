package dev.trueup.events;

import dev.trueup.counter.Subject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event that counted, kept until it is sealed and never changed.
 *
 * @param id unique per (counter, subject) among the rows that are kept
 * @param sequence 1 for the subject's first event, then dense in the order in which they counted
 * @param amount what it added to the value, signed
 * @param occurredAt the event's own time
 * @param actor who did it, where that was said
 * @param valueAfter the value right after this very event
 */
public record JournalRow(
    Subject subject,
    String id,
    long sequence,
    long amount,
    Instant occurredAt,
    @Nullable String actor,
    long valueAfter) {}
