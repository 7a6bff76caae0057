package dev.trueup.events;

/**
 * A counter of events with the store that keeps its journal.
 *
 * @param counter the definition, enabled in the store
 */
public record EventJournal(EventCounter counter, EventStore store) {}
