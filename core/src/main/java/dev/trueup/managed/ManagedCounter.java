package dev.trueup.managed;

import dev.trueup.counter.Counter;
import dev.trueup.store.CounterStore;
import dev.trueup.store.FactSource;

/**
 * A managed counter with the store that keeps it and the source that it is recounted from.
 *
 * @param counter the definition
 * @param store where heads and cells are
 * @param source where the facts are
 */
public record ManagedCounter(Counter counter, CounterStore store, FactSource source) {}
